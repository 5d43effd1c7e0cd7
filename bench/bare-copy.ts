import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { processorTimes } from './processor-time.ts';

/** COPY of an organization's rows, all tables together. */
export interface Copied {
  rows: number;
  seconds: number;
  /** Milliseconds of PostgreSQL's processor time. */
  processor: number;
}

/**
 * Copies the rows of an organization from files into new tables of the same columns, constraints and indexes: the least that it can
 * cost PostgreSQL to take them. Foreign keys and triggers are left out.
 */
export async function timeCopies(admin: pg.Client, organizationId: string): Promise<Copied> {
  const { rows: tables } = await admin.query<{ schema: string; name: string; columns: string }>(
    `select c.table_schema as schema, c.table_name as name,
       string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('chat', 'platform', 'dispatch') and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     group by 1, 2 having bool_or(c.column_name = 'organization_id')`,
  );
  const { rows: settings } = await admin.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  // PostgreSQL reads it itself, so nothing else takes part.
  const file = pg.escapeLiteral(path.join(settings[0]!.folder, 'bench.copy'));
  let rows = 0;
  let milliseconds = 0;
  let processor = 0;
  await admin.query('create schema bare_copy');
  try {
    for (const { schema, name, columns } of tables) {
      const own = `select ${columns} from ${schema}.${name} where organization_id = ${pg.escapeLiteral(organizationId)}`;
      const { rowCount } = await admin.query(`copy (${own}) to ${file} (format binary)`);
      if (!rowCount) continue;
      await admin.query(`create table bare_copy.${name} (like ${schema}.${name} including all)`);
      const busy = processorTimes().children;
      const start = performance.now();
      await admin.query(`copy bare_copy.${name} (${columns}) from ${file} (format binary)`);
      milliseconds += performance.now() - start;
      processor += processorTimes().children - busy;
      rows += rowCount;
      await admin.query(`drop table bare_copy.${name}`);
    }
  } finally {
    await admin.query('drop schema bare_copy cascade');
    await rm(path.join(settings[0]!.folder, 'bench.copy'), { force: true });
  }
  return { rows, seconds: milliseconds / 1000, processor };
}
