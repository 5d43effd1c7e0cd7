/** Returns what a step has made; some name it, some do not. */
export function madeText(text: string | ((values: { name: string }) => string), name: string | null): string {
  return typeof text === 'string' ? text : text({ name: name ?? '' });
}
