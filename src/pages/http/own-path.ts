/** Only addresses of our own pages: whoever wrote a link must not choose where somebody lands with a fresh session. */
export function ownPath(to: string | undefined): string {
  return to && /^\/(?![/\\])[\x21-\x7e]{0,999}$/.test(to) ? to : '/';
}
