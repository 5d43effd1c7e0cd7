import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isVisible } from '../../reading/fragments.ts';
import { type AccessPath, chooseAccessPath } from './access-path.ts';
import type { IdWindow } from './id-window.ts';
import { allPredicates, type MessageQuery } from './message-query.ts';
import { passedOver } from './passed-over.ts';
import { searchIds } from './search-path.ts';
import { unreadIds } from './unread-path.ts';

/** Narrows of more filters come in too many shapes for each to be kept prepared on every connection. */
const MAX_KEPT_FILTERS = 2;

/**
 * IDs of a message query in a window, nearest to the bound first.
 *
 * Every path in is an index that gives the messages in the order of their IDs, so that the limit ends the work.
 */
export async function selectIds(reader: Reader, query: MessageQuery, window: IdWindow): Promise<number[]> {
  if (window.limit === 0) return [];
  if (query.searches.length > 0) return searchIds(reader, query, window);
  const first = accessPathOf(query, window);
  const ids = await run(reader, first.statement);
  if (ids.length >= window.limit || !first.fallback) return ids;
  return run(reader, first.fallback);
}

async function run(reader: Reader, statement: Sql<{ id: number }>): Promise<number[]> {
  return (await reader.all(statement)).map(({ id }) => id);
}

/** Returns the access path of a message query without searches. */
export function accessPathOf(query: MessageQuery, window: IdWindow): AccessPath {
  const path = chooseAccessPath(query, window);
  if (query.size <= MAX_KEPT_FILTERS) return path;
  return { statement: sql.once(path.statement), ...(path.fallback ? { fallback: sql.once(path.fallback) } : {}) };
}

/** Returns the given messages that match a message query, ascending. Without a narrow, all that the reader may see. */
export async function selectAmong(reader: Reader, query: MessageQuery, ids: readonly number[]): Promise<number[]> {
  const condition = query.size === 0 ? isVisible(query.view) : allPredicates(query);
  return run(
    reader,
    sql.once(sql<{ id: number }>`
      select m.id from chat.messages m
      where m.organization_id = ${query.view.organizationId} and m.id = any(${ids}::bigint[]) and ${condition}
      order by m.id`),
  );
}

/** The oldest unread message of a message query, of what its reader has not muted. */
export async function firstUnreadId(reader: Reader, query: MessageQuery): Promise<number | undefined> {
  const statement = unreadIds(query, { direction: 'newer', bound: 0, limit: 1 }, passedOver(query));
  const [id] = await run(reader, query.size <= MAX_KEPT_FILTERS ? statement : sql.once(statement));
  return id;
}
