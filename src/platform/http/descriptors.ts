import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** File descriptors that are not for clients: connections to the database, files, the program's own. */
const RESERVED = 64;
/** Interval of log entries about connections that cannot be accepted. */
const LOG_INTERVAL_MS = 60_000;

/** Returns the maximum number of files this process may open; undefined if the system does not report it. */
function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/**
 * Leaves file descriptors for the database when clients take all that they can: a connection too many is closed, and one
 * line a minute says so. (Without a limit the system closes them without a word, and requests that were taken find
 * no connection to the database. An `error` event of the server that nobody listens to would end the process.)
 */
export function limitConnections({ server }: FastifyInstance, { log, config }: Services): void {
  const limit = openFilesLimit();
  const own = RESERVED + config.databaseReaders + config.databaseWriters + config.databaseJobConnections;
  if (limit !== undefined) server.maxConnections = Math.max(limit - own, Math.floor(limit / 4), 1);
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logOnce = (reason: string) => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ reason, most: server.maxConnections }, 'connections cannot be accepted');
  };
  server.on('drop', () => logOnce('this process cannot open more files (ulimit -n)'));
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'accept') logOnce(error.message);
  });
}
