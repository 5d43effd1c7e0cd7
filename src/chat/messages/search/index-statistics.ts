import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import { type AnalysedTerm, indexQuery } from './terms.ts';

/** Newest messages by which terms are judged. */
const SAMPLE = 512;
/** Number of messages of the sample that have a rare term, at most. */
const RARE = 2;
/** Number of messages of the sample that have a common term, at least. */
const COMMON = 26;

/**
 * The terms that the index is asked for: beside a rare one, common ones are left out, for the index would read their whole
 * lists to find what the few messages with the rare one tell by themselves.
 */
export async function selectiveTerms(reader: Reader, terms: readonly AnalysedTerm[]): Promise<readonly AnalysedTerm[]> {
  if (terms.length < 2) return terms;
  const { organizationId } = reader;
  const row = await reader.first(sql<{ counts: number[] }>`
    with sample as materialized (
      select s.document from chat.message_search s where s.organization_id = ${organizationId}
      order by s.message_id desc limit ${SAMPLE})
    select array(
      select (select count(*) from sample where document @@ t.query::tsquery)
      from unnest(${terms.map((term) => indexQuery([term]))}::text[]) with ordinality as t (query, n) order by n) as counts`);
  const counts = row?.counts ?? [];
  if (!counts.some((count) => count <= RARE)) return terms;
  return terms.filter((_term, index) => counts[index]! < COMMON);
}

/**
 * Whether most prepared messages are the organization's, as PostgreSQL last counted. Then the index is better asked
 * without it: its list is as long as the table, and was read nearly whole for every search.
 */
export async function holdsMost(reader: Reader): Promise<boolean> {
  const row = await reader.first(sql<{ most: boolean }>`
    select coalesce((
      select v.frequency > 0.5 from pg_stats s
      cross join lateral unnest(s.most_common_vals::text::text[], s.most_common_freqs) as v (id, frequency)
      where s.schemaname = 'chat' and s.tablename = 'message_search' and s.attname = 'organization_id'
        and v.id = ${reader.organizationId}), false) as most`);
  return row?.most ?? false;
}
