/** A message’s text as it is stored: no blanks at its end, no empty lines before it. The indent of its first line stays. */
export function storedContent(given: string): string {
  return given.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
}
