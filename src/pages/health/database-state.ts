import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** Returns the database's time in milliseconds since 1970. */
export async function readDatabaseClock(reader: PlainReader): Promise<number> {
  const row = await reader.first(
    sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return row!.ms;
}

/** Connections of the database. */
export interface DatabaseConnections {
  /** That PostgreSQL gives to ordinary roles. */
  limit: number;
  used: number;
  /** Serving processes, and the connections that they take at most. */
  processes: number;
  needed: number;
}

/** Counts the connections of an external database; the program's own PostgreSQL is set for what it needs. */
export async function countConnections(reader: PlainReader): Promise<DatabaseConnections> {
  const row = await reader.first(sql<DatabaseConnections>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      count(*)::int as processes, coalesce(sum(connections), 0)::int as needed
    from platform.processes where renewed_at > clock_timestamp() - interval '1 minute'`);
  return row!;
}

/** Whether the database's settings demand a standby that confirms each transaction. */
export async function demandsStandby(reader: PlainReader): Promise<boolean> {
  const row = await reader.first(sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`);
  return row!.names !== '';
}
