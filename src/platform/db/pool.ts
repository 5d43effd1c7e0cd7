import pg from 'pg';
import type { Availability } from './availability.ts';
import { gatherWrites } from './gather-writes.ts';
import { endWhenSilent, KEEP_ALIVE } from './silence.ts';

/** Maximum time to open a connection, and to wait for a free one. */
const CONNECT_MS = 10_000;

/** Address and options of a pool. */
export interface PoolOptions {
  connectionString: string;
  /** Connections at most. */
  max: number;
  availability: Availability;
  /** Sends a statement without waiting for the answer of the one before. */
  pipeline?: boolean;
  /** Maximum time of a statement; undefined: unlimited. */
  statementMs: number | undefined;
  /** Settings of its sessions, as PostgreSQL's command line has them. */
  settings: string;
}

/**
 * A pool whose connections may end at any moment, in the midst of a transaction too: each has a listener for its
 * errors for as long as it lives. (The driver's pool listens to idle ones only, and an `error` event that nobody
 * listens to ends the process.) Whoever uses the connection gets the error by the statement that fails.
 */
export function openPool({ availability, pipeline = false, statementMs, settings, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    ...KEEP_ALIVE,
    application_name: 'hubbub',
    connectionTimeoutMillis: CONNECT_MS,
    ...(pipeline ? { pipeline } : {}),
    options: [settings, statementMs === undefined ? '' : `-c statement_timeout=${statementMs}`].join(' ').trim(),
  });
  const report = (error: Error) => {
    // A pool counts as ended before PostgreSQL knows of it.
    if (!pool.ending) availability.report(error);
  };
  pool.on('connect', (client) => {
    client.on('error', report);
    if (pipeline) gatherWrites(client);
    if (statementMs !== undefined) endWhenSilent(client, { statementMs, availability });
  });
  pool.on('error', report);
  return pool;
}
