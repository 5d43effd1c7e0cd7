/**
 * Returns the name of a character that PostgreSQL cannot store; it is refused everywhere. Undefined if the text has
 * none.
 */
export function unstorableIn(text: string): string | undefined {
  if (text.includes('\u0000')) return 'the character U+0000';
  return text.isWellFormed() ? undefined : 'a surrogate without its other half';
}
