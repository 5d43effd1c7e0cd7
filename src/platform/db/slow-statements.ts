import type pg from 'pg';
import type { Logger } from 'pino';
import { lruOf } from '../lru.ts';
import type { PreparedStatement } from './sql.ts';

/** Between two lines of one statement: the second says nothing new. */
const SILENCE_MS = 60_000;
const MAX_TEXT = 4000;
/** Statements whose last line is remembered. */
const MAX_TOLD = 1000;

/** Hears how long each statement took, from the question to the answer. */
export type StatementTimer = (statement: PreparedStatement, ms: number) => void;

/**
 * Logs statements that take long, each once a minute at most, with the plan that PostgreSQL has for it whatever its values
 * are (`EXPLAIN (GENERIC_PLAN)`, from PostgreSQL 16 on). Values are never logged. A time holds the wait for a connection and
 * for the locks of others.
 * @param leastMs 0: none is logged
 */
export function slowStatements(pool: pg.Pool, log: Logger, leastMs: number): StatementTimer {
  if (leastMs === 0) return () => undefined;
  const loggedAt = lruOf<string, number>(MAX_TOLD);
  const planOf = async (text: string): Promise<string[] | undefined> => {
    try {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      return rows.map((row) => row['QUERY PLAN']);
    } catch {
      return undefined;
    }
  };
  return ({ name, text }, ms) => {
    if (ms < leastMs) return;
    // One that is not kept prepared has no name.
    const key = name || text;
    const now = performance.now();
    const last = loggedAt.get(key);
    if (last !== undefined && now - last < SILENCE_MS) return;
    loggedAt.set(key, now);
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
    void planOf(text).then((plan) => log.warn({ ms: Math.round(ms), statement, plan }, 'slow statement'));
  };
}
