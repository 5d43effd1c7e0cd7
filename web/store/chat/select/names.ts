const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Order of names for people: without regard to case and accents, numbers by their value. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Beginning of the name of a resolved topic. */
export const RESOLVED = '✔ ';

export function isResolvedTopic(topic: string): boolean {
  return topic.startsWith(RESOLVED);
}

/** The name of a topic after it is marked as resolved, or as open again. */
export function resolvedName(topic: string, resolves: boolean): string {
  const open = topic.replace(/^(?:✔ )+/, '');
  return resolves ? `${RESOLVED}${open}` : open;
}
