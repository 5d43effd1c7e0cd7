import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { allConditions, type Selection } from './message-query.ts';
import { searchIds } from './search-path.ts';
import type { Stretch } from './id-window.ts';
import { unreadIds } from './unread-path.ts';
import { isVisible } from '../visibility/predicates.ts';
import { firstWay, type Way } from './access-path.ts';

/** Narrows of more filters come in too many shapes for each to be kept prepared on every connection. */
const MOST_KEPT_FILTERS = 2;

/**
 * IDs of a selection in a stretch, nearest to the bound first.
 *
 * Every way in is an index that gives the messages in the order of their IDs, so that the limit ends the work.
 */
export async function selectIds(reader: Reader, selection: Selection, stretch: Stretch): Promise<number[]> {
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
export function wayIn(selection: Selection, stretch: Stretch): Way {
  const way = firstWay(selection, stretch);
  if (selection.size <= MOST_KEPT_FILTERS) return way;
  return { statement: sql.once(way.statement), ...(way.otherwise ? { otherwise: sql.once(way.otherwise) } : {}) };
}

/** Those of the given messages that belong to a selection, ascending. Without a narrow, all that the reader may see. */
export async function selectAmong(reader: Reader, selection: Selection, ids: readonly number[]): Promise<number[]> {
  const condition = selection.size === 0 ? isVisible(selection.view) : allConditions(selection);
  return run(
    reader,
    sql.once(sql<{ id: number }>`
      select m.id from chat.messages m
      where m.organization_id = ${selection.view.organizationId} and m.id = any(${ids}::bigint[]) and ${condition}
      order by m.id`),
  );
}

/** The oldest unread message of a selection. */
export async function firstUnreadId(reader: Reader, selection: Selection): Promise<number | undefined> {
  const statement = unreadIds(selection, { direction: 'newer', bound: 0, limit: 1 });
  const [id] = await run(reader, selection.size <= MOST_KEPT_FILTERS ? statement : sql.once(statement));
  return id;
}
