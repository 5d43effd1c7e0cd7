import type pg from 'pg';
import { SCHEMA } from '../jobs/schema.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';

/**
 * Tables of pg-boss that belong to its version, not to our migrations, and that it creates again: its version, its own
 * maintenance, and its counters.
 */
const MADE_ANEW = new Set(['version', 'bam', 'warning', 'queue_stats'].map((name) => `${SCHEMA}.${name}`));

/** A table, a sequence, or whatever else has a name among them. */
export interface Relation {
  name: string;
  kind: 'r' | 'p' | 'S' | string;
  /** Quoted; without those that PostgreSQL computes. */
  columns: string[];
  /** Its rows name transactions, or places in the log, of the cluster that they are in: elsewhere they say nothing. */
  isLocal: boolean;
}

/** All but PostgreSQL's own and those of extensions; a partitioned table without its parts. */
export async function readRelations(client: pg.Client): Promise<Map<string, Relation>> {
  const { rows } = await client.query<Relation>(`
    select format('%I.%I', nspname, relname) as name, relkind as kind,
      coalesce((select array_agg(quote_ident(attname)::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''), '{}') as columns,
      exists (select from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid in ('xid'::regtype, 'xid8'::regtype, 'pg_lsn'::regtype, 'pg_snapshot'::regtype)) as "isLocal"
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not relispartition and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`);
  return new Map(rows.map((row) => [row.name, row]));
}

/** @throws {CannotOpenDatabase} when nothing says which migrations have made the tables */
export function refuseWithoutRecord(relations: ReadonlyMap<string, Relation>): void {
  if (relations.has('public.hubbub_migrations')) return;
  const [name] = relations.keys();
  throw new CannotOpenDatabase(
    `The old database has ${name} but not public.hubbub_migrations, the list of applied migrations. Restore that table with the previous version, or restore a backup.`,
  );
}

/** A table whose rows are copied, in the columns that both have. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

/**
 * Returns the tables to copy from an old database to one with the same migrations. A table that refers to its own
 * cluster keeps the content from the migrations. For background jobs, the columns that both versions of pg-boss have
 * are copied.
 * @throws {CannotOpenDatabase} if the old database has more than the migrations create: nothing is left behind silently
 */
export function tablesToCopy(old: ReadonlyMap<string, Relation>, made: ReadonlyMap<string, Relation>): CopiedTable[] {
  const copied: CopiedTable[] = [];
  for (const { name, kind, columns, isLocal } of old.values()) {
    const own = made.get(name);
    const isOfJobs = name.startsWith(`${SCHEMA}.`);
    const lacking = columns.filter((column) => !own?.columns.includes(column));
    if (!isOfJobs && (own?.kind !== kind || lacking.length > 0)) {
      const what = own ? [name, ...lacking].join('.') : name;
      throw new CannotOpenDatabase(
        `The old database has ${what}, which does not belong to Hubbub and would be lost. Move it to another database with the previous version, or drop it.`,
      );
    }
    if (!own || MADE_ANEW.has(name) || isLocal || (kind !== 'r' && kind !== 'p')) continue;
    copied.push({ name, columns: columns.filter((column) => own.columns.includes(column)) });
  }
  return copied;
}
