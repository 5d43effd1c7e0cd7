/** Handles the remains of a killed Hubbub: its PostgreSQL, and a file that names it. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotOpenDatabase } from './cannot-open.ts';
import type { DatabaseLog } from './database-log.ts';
import { isAlive, isPostmasterOf, waitUntil } from './processes.ts';

/** Maximum time for the processes of a killed predecessor to notice and release their shared memory. */
export const PREDECESSOR_PATIENCE_MS = 15_000;
const FAST_SHUTDOWN_PATIENCE_MS = 10_000;

/** A killed Hubbub leaves its PostgreSQL running. It is stopped rather than taken over: it has the old settings. */
export async function stopPredecessor(cluster: string, log: DatabaseLog): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid === undefined || !isPostmasterOf(pid, cluster)) return;
  log.debug(`PostgreSQL: stopping process ${pid}, which a killed Hubbub left running`);
  for (const [name, patience] of [
    ['SIGINT', FAST_SHUTDOWN_PATIENCE_MS],
    ['SIGQUIT', PREDECESSOR_PATIENCE_MS],
  ] as const) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new CannotOpenDatabase(
        `A PostgreSQL (process ${pid}) is running on ${cluster} and cannot be stopped from here. Stop it first.`,
        {
          cause: error,
        },
      );
    }
    if (await waitUntil(() => !isPostmasterOf(pid, cluster), patience)) return;
  }
  throw new CannotOpenDatabase(
    `A PostgreSQL (process ${pid}) is running on ${cluster} and does not stop. Stop it first.`,
  );
}

/**
 * Replaces a stale process ID in `postmaster.pid`. If the named process is alive but another program, PostgreSQL would
 * refuse to start. Deleting the file would also delete its record of the shared memory, by which it finds living
 * backends of the dead postmaster. Our own ID works: a postmaster ignores the ID of its parent and still checks the
 * rest.
 */
export async function disownStalePid(cluster: string): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid === undefined || pid === process.pid || !isAlive(pid) || isPostmasterOf(pid, cluster)) return;
  const file = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [process.pid, ...rest].join('\n'));
}

async function readPostmasterPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}
