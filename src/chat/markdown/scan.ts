/** A mention or channel link as written, before anything is looked up. */
export type ScannedReference =
  | { kind: 'user'; silent: boolean; body: string; end: number }
  | { kind: 'group'; silent: boolean; body: string; end: number }
  | { kind: 'channel'; body: string; end: number };

const AT = 0x40;
const HASH = 0x23;
const STAR = 0x2a;
const UNDERSCORE = 0x5f;

/**
 * Longest text between the stars. Names and topics are far shorter; the bound keeps a run of unclosed openers from
 * being searched to the end of the message once for each opener.
 */
const MAX_BODY = 400;

/**
 * Reads `@**x**`, `@_**x**`, `@*x*`, `@_*x*` or `#**x**` at `start`. Shared by the scan for names and by the parser,
 * so that what the parser asks the directory for is always something the scan has reported.
 */
export function scanReference(src: string, start: number, max: number): ScannedReference | undefined {
  const sigil = src.charCodeAt(start);
  if (sigil !== AT && sigil !== HASH) return undefined;
  let pos = start + 1;
  const silent = sigil === AT && src.charCodeAt(pos) === UNDERSCORE;
  if (silent) pos++;
  if (src.charCodeAt(pos) !== STAR) return undefined;
  pos++;
  const double = src.charCodeAt(pos) === STAR;
  if (double) pos++;
  if (sigil === HASH && !double) return undefined;

  const limit = Math.min(max, pos + MAX_BODY);
  for (let end = pos; end < limit; end++) {
    const code = src.charCodeAt(end);
    if (code === 0x0a) return undefined;
    if (code !== STAR) continue;
    if (double && (end + 1 >= max || src.charCodeAt(end + 1) !== STAR)) continue;
    if (end === pos) return undefined;
    const body = src.slice(pos, end);
    const after = end + (double ? 2 : 1);
    if (sigil === HASH) return { kind: 'channel', body, end: after };
    return { kind: double ? 'user' : 'group', silent, body, end: after };
  }
  return undefined;
}

/** `Name|7` or `|7`. */
export function splitUserId(body: string): { name: string; id: number } | undefined {
  const match = /^(.*)\|(\d{1,15})$/.exec(body);
  return match ? { name: match[1]!.trim(), id: Number(match[2]) } : undefined;
}

/** `channel>topic` or `channel>topic@123`, cut at the first `>`. */
export function splitTopic(body: string): { channel: string; topic: string; messageId?: string } | undefined {
  const cut = body.indexOf('>');
  if (cut < 1) return undefined;
  const channel = body.slice(0, cut).trim();
  const rest = body.slice(cut + 1);
  const message = /^(.*)@(\d{1,15})$/.exec(rest);
  if (message) return { channel, topic: message[1]!.trim(), messageId: message[2]! };
  return { channel, topic: rest.trim() };
}
