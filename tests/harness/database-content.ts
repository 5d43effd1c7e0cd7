import pg from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { openDatabaseForCommand } from '../../src/platform/postgres/server-database.ts';

/** Schemas of the program's parts; those of background jobs belong to another program. */
export const SCHEMAS = ['platform', 'chat', 'dispatch', 'bridge'];

/** A table or a sequence, and what is in it. */
export interface TableContent {
  name: string;
  /** One is ahead of what was given out, when the server recovers from its log. */
  isSequence: boolean;
  rows: number;
  /** Digest of all rows, regardless of their order. */
  digest: string;
}

/** For tests: all that the own database of a data folder holds, but for background jobs. */
export async function contentOf(dataDir: string): Promise<TableContent[]> {
  const database = await openDatabaseForCommand({ dataDir, log: createLog({ logLevel: 'silent' }) });
  try {
    return await contentOfDatabase(database.connectionString);
  } finally {
    await database.stop();
  }
}

/** For tests: the same of any database. */
export async function contentOfDatabase(connectionString: string): Promise<TableContent[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; kind: string }>(
      `select format('%I.%I', nspname, relname) as name, relkind as kind
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p', 'S') and not relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1`,
      [['public', ...SCHEMAS]],
    );
    const content: TableContent[] = [];
    for (const { name, kind } of rows) {
      const text = kind === 'S' ? 'last_value::text' : 't::text';
      const found = await client.query<{ rows: number; digest: string }>(`
        select count(*)::int as rows, coalesce(md5(string_agg(text, E'\\n' order by text)), '') as digest
        from (select ${text} as text from ${name} t) texts`);
      content.push({ name, isSequence: kind === 'S', ...found.rows[0]! });
    }
    return content;
  } finally {
    await client.end();
  }
}
