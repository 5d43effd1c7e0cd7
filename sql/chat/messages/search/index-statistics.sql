-- Written by "npm run sql" from src/chat/messages/search/index-statistics.ts.

-- selectiveTerms: counts
with sample as materialized (
  select s.document from chat.message_search s where s.organization_id = $1
  order by s.message_id desc limit $2)
select array(
  select (select count(*) from sample where document @@ t.query::tsquery)
  from unnest($3::text[]) with ordinality as t (query, n) order by n) as counts;

-- holdsMost: most
select coalesce((
  select v.frequency > 0.5 from pg_stats s
  cross join lateral unnest(s.most_common_vals::text::text[], s.most_common_freqs) as v (id, frequency)
  where s.schemaname = 'chat' and s.tablename = 'message_search' and s.attname = 'organization_id'
    and v.id = $1), false) as most;
