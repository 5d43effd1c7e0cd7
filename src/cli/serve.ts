import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { startServer } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { createLog } from '../platform/log.ts';
import { openServerDatabase } from '../platform/postgres/server-database.ts';
import { addressFile } from './command.ts';

/**
 * Serves until `stop` is aborted; then answers what is in flight and closes everything in order.
 * @returns the exit status
 */
export async function serve(config: Config, stop: AbortSignal): Promise<number> {
  const log = createLog(config);
  await openDataFolder(config.dataDir);
  const databaseLost = new AbortController();
  const database = config.databaseUrl
    ? { connectionString: config.databaseUrl, folder: undefined, stop: async () => {} }
    : await openServerDatabase({
        dataDir: config.dataDir,
        log,
        onExit: () => databaseLost.abort(),
        diskReserveMib: config.diskReserveMib,
      });
  const end = AbortSignal.any([stop, databaseLost.signal]);
  try {
    // The start may wait for others (a migration elsewhere); a stop does not wait for the start.
    const started = startServer({
      config,
      log,
      connectionString: database.connectionString,
      databaseFolder: database.folder,
    });
    const server = await Promise.race([started, aborted(end)]);
    if (server) {
      await writeFile(addressFile(config.dataDir), server.services.publicUrl(), { mode: 0o600 });
      log.info({ url: server.url, docs: `${server.url}/docs` }, 'Hubbub serves');
      await aborted(end);
      log.info(databaseLost.signal.aborted ? 'PostgreSQL has stopped unexpectedly; stopping too' : 'stopping');
      await rm(addressFile(config.dataDir), { force: true });
      await server.close();
    } else started.catch(() => undefined);
  } finally {
    await database.stop();
  }
  return databaseLost.signal.aborted ? 1 : 0;
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}
