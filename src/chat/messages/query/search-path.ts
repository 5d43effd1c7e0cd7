import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { holdsMost, selectiveTerms } from '../search/index-statistics.ts';
import { type AnalysedTerm, indexQuery, isFoundById } from '../search/terms.ts';
import { chooseAccessPath } from './access-path.ts';
import { type Eras, idSpanOf, nearestEras } from './eras.ts';
import { type IdWindow, inOrder, within } from './id-window.ts';
import { allPredicates, type MessageQuery } from './message-query.ts';

/** Messages of the narrow that a search reads before it asks the index: powers of two, as a walk rounds up to. */
const MIN_SEARCH_WALK = 512;
const SEARCH_WALK = 2048;
const MAX_SEARCH_WALK = 60_000;
/** Share of the messages read above which scanning on is cheaper than the index. */
const COMMON = 0.03;
/** Eras that the index is asked for first, and those that it is asked for if as many hits as there make a page of them. */
const FEW_ERAS = 2;
const MANY_ERAS = 16;

/**
 * A search reads the nearest messages of its narrow first: that answers for common words, whose list in the index
 * would be long. What is rare comes from the index: of the nearest eras, as far as they have enough, so that a search
 * takes no longer the more messages there are.
 */
export async function searchIds(reader: Reader, query: MessageQuery, window: IdWindow): Promise<number[]> {
  const { searches, view, ...rest } = query;
  const { organizationId } = view;
  const id = sql`nearest.id`;
  const found = sql.join(
    searches.map((search) => isFoundById(search, organizationId, id)),
    ' and ',
  );
  const near = (rows: number) => {
    const { statement } = chooseAccessPath({ ...rest, view, searches: [] }, { ...window, limit: rows });
    // They come in order and are checked one by one, so that the limit ends the work.
    return ids(
      reader,
      sql<{ id: number }>`select nearest.id from (${statement}) nearest where ${found} ${inOrder(window, id)}`,
    );
  };
  // Enough for a word that every fourth message has.
  const walk = Math.min(Math.max(2 ** Math.ceil(Math.log2(4 * window.limit)), MIN_SEARCH_WALK), SEARCH_WALK);
  const first = await near(walk);
  if (first.length >= window.limit) return first;
  if (first.length > COMMON * walk) {
    const rows = Math.ceil((1.5 * walk * window.limit) / first.length);
    if (rows <= MAX_SEARCH_WALK) {
      const more = await near(rows);
      if (more.length >= window.limit) return more;
    }
  }
  const terms = await selectiveTerms(
    reader,
    searches.flatMap((search) => search.terms),
  );
  const [span, alone] = await Promise.all([idSpanOf(reader), holdsMost(reader)]);
  const lookUp = async (eras: Eras) =>
    ids(reader, indexedSearch(query, { ...window, end: eras.end }, terms, { alone, eras }));
  const few = span && nearestEras(span, window, FEW_ERAS);
  if (few) {
    const hits = await lookUp(few);
    if (hits.length >= window.limit) return hits;
    const many = hits.length * MANY_ERAS >= window.limit * FEW_ERAS && nearestEras(span, window, MANY_ERAS);
    if (many) {
      const more = await lookUp(many);
      if (more.length >= window.limit) return more;
    }
  }
  return ids(reader, indexedSearch(query, window, terms, { alone }));
}

/** The plan depends on the words, so none is kept. */
async function ids(reader: Reader, statement: Sql<{ id: number }>): Promise<number[]> {
  return (await reader.all(sql.once(statement))).map(({ id }) => id);
}

/** @param how `alone`: the index is asked without the organization; `eras`: those of the window, which ends with them */
function indexedSearch(
  query: MessageQuery,
  window: IdWindow,
  terms: readonly AnalysedTerm[],
  { alone, eras }: { alone: boolean; eras?: Eras },
): Sql<{ id: number }> {
  const { organizationId } = query.view;
  const id = sql`hits.id`;
  // The index does not know the expression.
  const owner = alone ? sql`s.organization_id || ''` : sql`s.organization_id`;
  const inEras = eras ? sql`and s.message_id >> 16 = any(${eras.numbers}::bigint[])` : sql``;
  return sql`
    with hits as materialized (
      select s.message_id as id from chat.message_search s
      where ${owner} = ${organizationId} ${inEras} and s.document @@ ${indexQuery(terms)}::tsquery and ${within(window, sql`s.message_id`)}
      union all
      select s.message_id from chat.search_stale s
      where s.organization_id = ${organizationId} and ${within(window, sql`s.message_id`)}
      union all
      select m.id from chat.messages m where m.organization_id = ${organizationId} and ${within(window)} and m.id > coalesce(
        (select p.message_id from chat.search_progress p where p.organization_id = ${organizationId}), 0))
    -- Sorted first, and then each hit is looked up by itself until there are enough: the number of hits cannot be
    -- foreseen, and a join would read all messages.
    select hits.id from (select distinct id from hits order by id ${sql.raw(window.direction === 'older' ? 'desc' : 'asc')} offset 0) hits
    where (select ${allPredicates(query)} from chat.messages m
      where m.organization_id = ${organizationId} and m.id = hits.id)
    ${inOrder(window, id)}`;
}
