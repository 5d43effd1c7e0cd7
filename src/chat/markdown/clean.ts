/**
 * Applies the parser's initial clean-up: no lone surrogates, no NUL. For texts that reach the page or a query beside
 * it.
 */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
