import pg from 'pg';

/**
 * For tests: has made-up rows of an organization (`every-table.ts`) refer to rows that it has, so that every foreign key holds.
 * References to other organizations are emptied, or their rows go.
 */
export async function linkRows(connectionString: string, organizationId: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; column: string; to: string; target: string }>(`
      select f.conrelid::regclass::text as "table", a.attname as "column", f.confrelid::regclass::text as "to",
        t.attname as target
      from pg_constraint f cross join unnest(f.conkey, f.confkey) as k (own, other)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
        join pg_attribute t on t.attrelid = f.confrelid and t.attnum = k.other
      where f.contype = 'f' and a.attname <> 'organization_id'
        and exists (select from pg_attribute o where o.attrelid = f.conrelid and o.attname = 'organization_id')
      order by 1, 2`);
    await client.query('set session_replication_role = replica');
    for (const { table, column, to, target } of rows) {
      const own = to === 'platform.organizations' ? 'id' : 'organization_id';
      await client.query(
        `update ${table} t set ${column} = (select ${target} from ${to} where ${own} = $1 order by 1 limit 1)
        where organization_id = $1 and ${column} is not null
          and not exists (select from ${to} r where r.${own} = $1 and r.${target} = t.${column})`,
        [organizationId],
      );
    }
  } finally {
    await client.end();
  }
}
