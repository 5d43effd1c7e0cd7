/** What the parser does to a text first: no lone surrogates, no NUL. For texts that reach the page or a query beside it. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
