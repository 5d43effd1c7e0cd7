import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isVisible } from '../visibility/fragments.ts';
import { type AccessPath, chooseAccessPath } from './access-path.ts';
import type { IdWindow } from './id-window.ts';
import { allPredicates, type MessageQuery } from './message-query.ts';
import { searchIds } from './search-path.ts';
import { unreadIds } from './unread-path.ts';

/** Narrows of more filters come in too many shapes for each to be kept prepared on every connection. */
const MAX_KEPT_FILTERS = 2;

/**
 * IDs of a selection in a stretch, nearest to the bound first.
 *
 * Every way in is an index that gives the messages in the order of their IDs, so that the limit ends the work.
 */
export async function selectIds(reader: Reader, selection: MessageQuery, stretch: IdWindow): Promise<number[]> {
  if (stretch.limit === 0) return [];
  if (selection.searches.length > 0) return searchIds(reader, selection, stretch);
  const first = wayIn(selection, stretch);
  const ids = await run(reader, first.statement);
  if (ids.length >= stretch.limit || !first.otherwise) return ids;
  return run(reader, first.otherwise);
}

async function run(reader: Reader, statement: Sql<{ id: number }>): Promise<number[]> {
  return (await reader.all(statement)).map(({ id }) => id);
}

/** How a selection without searches is found. */
export function wayIn(selection: MessageQuery, stretch: IdWindow): AccessPath {
  const way = chooseAccessPath(selection, stretch);
  if (selection.size <= MAX_KEPT_FILTERS) return way;
  return { statement: sql.once(way.statement), ...(way.otherwise ? { otherwise: sql.once(way.otherwise) } : {}) };
}

/** Those of the given messages that belong to a selection, ascending. Without a narrow, all that the reader may see. */
export async function selectAmong(reader: Reader, selection: MessageQuery, ids: readonly number[]): Promise<number[]> {
  const condition = selection.size === 0 ? isVisible(selection.view) : allPredicates(selection);
  return run(
    reader,
    sql.once(sql<{ id: number }>`
      select m.id from chat.messages m
      where m.organization_id = ${selection.view.organizationId} and m.id = any(${ids}::bigint[]) and ${condition}
      order by m.id`),
  );
}

/** The oldest unread message of a selection. */
export async function firstUnreadId(reader: Reader, selection: MessageQuery): Promise<number | undefined> {
  const statement = unreadIds(selection, { direction: 'newer', bound: 0, limit: 1 });
  const [id] = await run(reader, selection.size <= MAX_KEPT_FILTERS ? statement : sql.once(statement));
  return id;
}
