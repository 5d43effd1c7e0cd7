import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { indexQuery, isFound } from '../search/terms.ts';
import { chooseAccessPath } from './access-path.ts';
import { type IdWindow, inOrder, within } from './id-window.ts';
import { allPredicates, type MessageQuery } from './message-query.ts';

/** Messages of the narrow that a search reads before it asks the index: a power of two, as a walk rounds up to. */
const SEARCH_WALK = 2048;
const MAX_SEARCH_WALK = 60_000;
/** Share of the messages read above which scanning on is cheaper than the index. */
const COMMON = 0.03;

/**
 * A search reads the nearest messages of its narrow first: that answers for common words, whose list in the index
 * would be long. What is rare comes from the index.
 */
export async function searchIds(reader: Reader, query: MessageQuery, window: IdWindow): Promise<number[]> {
  const { searches, ...rest } = query;
  const found = sql.join(searches.map(isFound), ' and ');
  const near = (rows: number) => {
    const { statement } = chooseAccessPath({ ...rest, searches: [] }, { ...window, limit: rows });
    return ids(
      reader,
      // Each is looked up before it is checked: a join may check every message again for each of the nearest.
      sql<{ id: number }>`select m.id from (${statement}) nearest cross join lateral (
          select m.organization_id, m.id, m.plain_text, m.topic from chat.messages m
          where m.organization_id = ${query.view.organizationId} and m.id = nearest.id offset 0) m
        where ${found} ${inOrder(window)}`,
    );
  };
  const first = await near(SEARCH_WALK);
  if (first.length >= window.limit) return first;
  if (first.length > COMMON * SEARCH_WALK) {
    const rows = Math.ceil((1.5 * SEARCH_WALK * window.limit) / first.length);
    if (rows <= MAX_SEARCH_WALK) {
      const more = await near(rows);
      if (more.length >= window.limit) return more;
    }
  }
  return ids(reader, indexedSearch(query, window));
}

/** The plan depends on the words, so none is kept. */
async function ids(reader: Reader, statement: Sql<{ id: number }>): Promise<number[]> {
  return (await reader.all(sql.once(statement))).map(({ id }) => id);
}

function indexedSearch(query: MessageQuery, window: IdWindow): Sql<{ id: number }> {
  const { view, searches } = query;
  const { organizationId } = view;
  const words = searches.map(({ terms }) => `(${indexQuery(terms)})`).join(' & ');
  return sql`
    with hits as materialized (
      select s.message_id from chat.message_search s
      where s.organization_id = ${organizationId} and s.document @@ ${words}::tsquery
      union all
      select s.message_id from chat.search_stale s where s.organization_id = ${organizationId}
      union all
      select m.id from chat.messages m where m.organization_id = ${organizationId} and m.id > coalesce(
        (select p.message_id from chat.search_progress p where p.organization_id = ${organizationId}), 0))
    select m.id from hits cross join lateral (
      select m.id from chat.messages m
      where m.organization_id = ${organizationId} and m.id = hits.message_id and ${within(window)}
        and ${allPredicates(query)}
      -- Each hit is looked up by itself: the number of hits cannot be foreseen, and a join would read all messages.
      offset 0) m
    ${inOrder(window)}`;
}
