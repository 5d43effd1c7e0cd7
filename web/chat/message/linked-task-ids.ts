/** Cards of one message at most: a list of addresses is a list. */
const MAX_CARDS = 3;

const LINK = /<a [^>]*\bhref="([^"]*\/dispatch(?:\/[a-z-]*)?\?[^"]*)"/g;
const ID = /^[\w~*-]{1,64}$/;

/** Returns the IDs of tasks whose addresses stand in the HTML of a message, each once. @param origin of this server */
export function linkedTaskIds(html: string, origin: string): readonly string[] {
  // Most messages have none.
  if (!html.includes('/dispatch')) return [];
  const found = new Set<string>();
  for (const [, href = ''] of html.matchAll(LINK)) {
    const url = URL.parse(href.replaceAll('&amp;', '&'), origin);
    const id = url?.origin === origin ? url.searchParams.get('task') : null;
    if (id && ID.test(id)) found.add(id);
    if (found.size === MAX_CARDS) break;
  }
  return [...found];
}
