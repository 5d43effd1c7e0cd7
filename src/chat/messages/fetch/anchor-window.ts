import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { badRequest, ChatError } from '../../http/errors.ts';
import { type AccessPath, flagIndexScan, SCAN_FACTOR } from '../query/access-path.ts';
import type { IdWindow } from '../query/id-window.ts';
import type { MessageQuery } from '../query/message-query.ts';
import { accessPathOf, firstUnreadId, selectIds } from '../query/run-query.ts';
import { loadPage, loadPageOf, type PageRow } from './queries.ts';

/** Beyond every message: what clients send and read for "the newest" (client: zulip-terminal). */
const BEYOND_ALL = 10_000_000_000_000_000;
/** spec: chat 4.8 */
export const MAX_MESSAGES = 5000;
/** Above PostgreSQL's bigint nothing needs to be distinguished; below, JavaScript keeps integers exactly. */
const HIGHEST_BOUND = Number.MAX_SAFE_INTEGER;

export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export interface AnchorWindow {
  anchor: Anchor;
  includeAnchor: boolean;
  before: number;
  after: number;
}

export interface SelectedAnchorWindow {
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

export interface AnchorWindowRead {
  page: PageRow;
  window: SelectedAnchorWindow;
  /** Messages just lookahead the page that stand for "there are more": to be checked as the page's own. */
  lookahead: readonly number[];
}

/**
 * The messages of a message query around an anchor, with the reader's flags: in one statement, but for searches.
 * @param checkedLater whether the caller checks if they are still the reader's to see (`flagIndexScan`)
 */
export async function readAnchorWindow(
  reader: Reader,
  query: MessageQuery,
  range: AnchorWindow,
  { checkedLater }: { checkedLater: boolean } = { checkedLater: false },
): Promise<AnchorWindowRead> {
  const plan = await planRange(reader, query, range);
  if (query.searches.length > 0) {
    const found = await Promise.all(plan.windows.map((window) => selectIds(reader, query, window)));
    const selected = plan.select(found.flat());
    return { page: await loadPage(reader, query.view, selected.ids), window: selected, lookahead: [] };
  }
  const unchecked = checkedLater ? plan.windows.map((window) => flagIndexScan(query, window)) : [];
  const paths = plan.windows.map((window, side) => unchecked[side] ?? accessPathOf(query, window));
  let page = await loadPageOf(reader, query.view, together(paths));
  const further = paths.map(({ statement, fallback }, side) => {
    const { direction, bound, limit } = plan.windows[side]!;
    const found = page.ids.filter((id) => (direction === 'older' ? id < bound : id >= bound));
    const isEnough = found.length >= limit || (direction === 'newer' && page.messageId - bound < SCAN_FACTOR * limit);
    return !fallback || isEnough ? { statement } : { statement: fallback };
  });
  if (further.some(({ statement }, side) => statement !== paths[side]!.statement))
    page = await loadPageOf(reader, query.view, together(further));
  const selected = plan.select(page.ids);
  const chosen = new Set(selected.ids);
  const lookahead = unchecked[0] ? page.ids.filter((id) => !chosen.has(id)) : [];
  return { page: { ...page, ids: selected.ids }, window: selected, lookahead };
}

function together(paths: readonly AccessPath[]): Sql<{ id: number }> {
  const [first, second] = paths.map(({ statement }) => statement);
  if (!second) return first!;
  const both = sql<{ id: number }>`(${first}) union all (${second})`;
  return first!.once || second.once ? sql.once(both) : both;
}

interface RangePlan {
  /** The windows to search: on each side one more than asked, which shows whether that is the end. */
  windows: IdWindow[];
  /** @param found IDs of the windows, in their order, each nearest to its bound first */
  select(found: readonly number[]): SelectedAnchorWindow;
}

async function planRange(reader: Reader, query: MessageQuery, range: AnchorWindow): Promise<RangePlan> {
  const anchor = range.anchor === 'first_unread' ? ((await firstUnreadId(reader, query)) ?? 'newest') : range.anchor;
  if (anchor === 'newest') return newest(range);
  if (anchor === 'oldest') return oldest(range);
  const bound = Math.min(anchor, HIGHEST_BOUND);
  const own = range.includeAnchor ? 1 : 0;
  const from = Math.min(bound + 1 - own, HIGHEST_BOUND);
  return {
    windows: [
      { direction: 'older', bound, limit: range.before + 1 },
      { direction: 'newer', bound: from, limit: range.after + own + 1 },
    ],
    select(found) {
      const older = found.filter((id) => id < bound);
      const newer = found.filter((id) => id >= from);
      const foundAnchor = own === 1 && newer[0] === anchor;
      const after = range.after + (foundAnchor ? 1 : 0);
      return {
        ids: [...older.slice(0, range.before).reverse(), ...newer.slice(0, after)],
        anchor,
        foundAnchor,
        foundOldest: older.length <= range.before,
        foundNewest: newer.length <= after,
      };
    },
  };
}

/** From the newest message downwards; the anchor is that message (client: go-zulip takes no number lookahead int32). */
function newest(range: AnchorWindow): RangePlan {
  const limit = Math.max(range.before, range.includeAnchor ? 1 : 0);
  return {
    windows: [{ direction: 'older', bound: HIGHEST_BOUND, limit: limit + 1 }],
    select(found) {
      const ids = found.slice(0, limit).reverse();
      return {
        ids,
        anchor: found[0] ?? BEYOND_ALL,
        foundAnchor: range.includeAnchor && ids.length > 0,
        foundOldest: found.length <= limit,
        foundNewest: true,
      };
    },
  };
}

function oldest(range: AnchorWindow): RangePlan {
  const own = range.includeAnchor ? 1 : 0;
  const limit = Math.max(range.after, own);
  return {
    windows: [{ direction: 'newer', bound: 0, limit: limit + 1 }],
    select(found) {
      const ids = found.slice(0, limit);
      return {
        ids,
        anchor: found[0] ?? 0,
        foundAnchor: own === 1 && ids.length > 0,
        foundOldest: true,
        foundNewest: found.length <= limit,
      };
    },
  };
}
