const MAX_LENGTH = 500;

/** Returns the words of a map's attribution, which often is HTML: pages show no markup that is not theirs. */
export function plainAttribution(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, MAX_LENGTH);
}
