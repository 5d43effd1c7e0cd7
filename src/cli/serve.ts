import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { startServer } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { openServerDatabase } from '../platform/db/server-database.ts';
import { createLog } from '../platform/log.ts';
import { addressFile } from './command.ts';

/** Serves until `stop` is aborted; then answers what is in flight and closes everything in order. */
export async function serve(config: Config, stop: AbortSignal): Promise<void> {
  const log = createLog(config);
  const databaseLost = new AbortController();
  const database = config.databaseUrl
    ? { connectionString: config.databaseUrl, stop: async () => {} }
    : await openServerDatabase({ dataDir: config.dataDir, log, onExit: () => databaseLost.abort() });
  try {
    const server = await startServer({ config, log, connectionString: database.connectionString });
    await writeFile(addressFile(config.dataDir), server.services.publicUrl(), { mode: 0o600 });
    log.info({ url: server.url, docs: `${server.url}/docs` }, 'Hubbub serves');
    const end = AbortSignal.any([stop, databaseLost.signal]);
    if (!end.aborted) await once(end, 'abort');
    log.info(databaseLost.signal.aborted ? 'PostgreSQL has stopped unexpectedly; stopping too' : 'stopping');
    await rm(addressFile(config.dataDir), { force: true });
    await server.close();
  } finally {
    await database.stop();
  }
  if (databaseLost.signal.aborted) process.exitCode = 1;
}
