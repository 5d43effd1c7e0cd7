import type { Reader } from '../../platform/db/reader.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import type { Selection } from '../narrow/selection.ts';
import { loadPage, loadPageOf, type Page } from './page-queries.ts';
import { firstUnreadId, selectIds, wayIn } from './select-queries.ts';

/** Beyond every message: what clients send and read for "the newest" (client: zulip-terminal). */
export const BEYOND_ALL = 10_000_000_000_000_000;
/** spec: chat 4.8 */
export const MOST_MESSAGES = 5000;
/** Above PostgreSQL's bigint nothing needs to be told apart; below, JavaScript keeps integers exactly. */
const HIGHEST_BOUND = Number.MAX_SAFE_INTEGER;

export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export interface Range {
  anchor: Anchor;
  includeAnchor: boolean;
  before: number;
  after: number;
}

export interface SelectedRange {
  /** Ascending. */
  ids: number[];
  /** The anchor as a message ID. */
  anchor: number;
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
}

/**
 * Reads an anchor: a word, or a message ID as text (spec: chat 4.8).
 * @throws {ChatError} `BAD_REQUEST`
 */
export function parseAnchor(given: string): Anchor {
  // client: some send the word as JSON text.
  const text = given.trim().replace(/^"(.*)"$/, '$1');
  if (text === 'newest' || text === 'oldest' || text === 'first_unread') return text;
  if (!/^[+-]?\d{1,100}$/.test(text)) throw badRequest('Invalid anchor');
  return Math.min(Math.max(Number(text), 0), BEYOND_ALL);
}

/** The anchor of a request; `near` in the narrow stands in for one that is missing. */
export function anchorOf(
  given: { anchor: string | undefined; use_first_unread_anchor: boolean | undefined },
  near: number | undefined,
): Anchor {
  // client: zulip-terminal sends the flag together with anchor=0, and the flag is meant.
  if (given.use_first_unread_anchor) return 'first_unread';
  if (given.anchor !== undefined) return parseAnchor(given.anchor);
  if (near !== undefined) return Math.min(near, BEYOND_ALL);
  throw new ChatError('REQUEST_VARIABLE_MISSING', "Missing 'anchor' argument", { var_name: 'anchor' });
}

/** As `selectRange`, with the flags. The commonest request, the newest messages, is one statement. */
export async function readRange(
  reader: Reader,
  selection: Selection,
  range: Range,
): Promise<{ page: Page; range: SelectedRange }> {
  if (range.anchor !== 'newest' || selection.searches.length > 0) {
    const selected = await selectRange(reader, selection, range);
    return { page: await loadPage(reader, selection.view, selected.ids), range: selected };
  }
  const wanted = Math.max(range.before, range.includeAnchor ? 1 : 0);
  const way = wayIn(selection, { direction: 'older', bound: HIGHEST_BOUND, limit: wanted + 1 });
  let page = await loadPageOf(reader, selection.view, way.statement);
  if (page.ids.length <= wanted && way.otherwise) page = await loadPageOf(reader, selection.view, way.otherwise);
  const selected = newestOf(page.ids.toReversed(), wanted, range);
  const surplus = page.ids.length - selected.ids.length;
  return { page: { ...page, ids: selected.ids, bits: page.bits.slice(surplus) }, range: selected };
}

/** Messages of a selection around an anchor. One more than asked is looked for on each side: whether that is the end. */
export async function selectRange(reader: Reader, selection: Selection, range: Range): Promise<SelectedRange> {
  const anchor =
    range.anchor === 'first_unread' ? ((await firstUnreadId(reader, selection)) ?? 'newest') : range.anchor;
  if (anchor === 'newest') return newest(reader, selection, range);
  if (anchor === 'oldest') return oldest(reader, selection, range);
  const bound = Math.min(anchor, HIGHEST_BOUND);
  const own = range.includeAnchor ? 1 : 0;
  const [older, newer] = await Promise.all([
    selectIds(reader, selection, { direction: 'older', bound, limit: range.before + 1 }),
    selectIds(reader, selection, {
      direction: 'newer',
      bound: Math.min(bound + 1 - own, HIGHEST_BOUND),
      limit: range.after + own + 1,
    }),
  ]);
  const foundAnchor = own === 1 && newer[0] === anchor;
  const after = range.after + (foundAnchor ? 1 : 0);
  return {
    ids: [...older.slice(0, range.before).reverse(), ...newer.slice(0, after)],
    anchor,
    foundAnchor,
    foundOldest: older.length <= range.before,
    foundNewest: newer.length <= after,
  };
}

async function newest(reader: Reader, selection: Selection, range: Range): Promise<SelectedRange> {
  const wanted = Math.max(range.before, range.includeAnchor ? 1 : 0);
  const stretch = { direction: 'older', bound: HIGHEST_BOUND, limit: wanted + 1 } as const;
  return newestOf(await selectIds(reader, selection, stretch), wanted, range);
}

/**
 * From the newest message downwards; the anchor is that message (client: go-zulip takes no number beyond int32).
 * @param found newest first, one more than wanted if there are
 */
function newestOf(found: readonly number[], wanted: number, range: Range): SelectedRange {
  const ids = found.slice(0, wanted).reverse();
  return {
    ids,
    anchor: found[0] ?? BEYOND_ALL,
    foundAnchor: range.includeAnchor && ids.length > 0,
    foundOldest: found.length <= wanted,
    foundNewest: true,
  };
}

async function oldest(reader: Reader, selection: Selection, range: Range): Promise<SelectedRange> {
  const own = range.includeAnchor ? 1 : 0;
  const wanted = Math.max(range.after, own);
  const found = await selectIds(reader, selection, { direction: 'newer', bound: 0, limit: wanted + 1 });
  const ids = found.slice(0, wanted);
  return {
    ids,
    anchor: found[0] ?? 0,
    foundAnchor: own === 1 && ids.length > 0,
    foundOldest: true,
    foundNewest: found.length <= wanted,
  };
}
