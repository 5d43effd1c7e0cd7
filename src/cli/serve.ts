import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type Server, startServer } from '../app.ts';
import { makeFirstRunAddress } from '../pages/first-run/actions.ts';
import { CODE_MINUTES } from '../pages/first-run/code.ts';
import { hasArchive } from '../platform/backup/archive.ts';
import type { Config } from '../platform/config.ts';
import { displayPath, openDataFolder } from '../platform/data-folder.ts';
import { refuseForeignFolder } from '../platform/installation.ts';
import { createLog, readableDestination } from '../platform/log.ts';
import { openExternalDatabase, openServerDatabase } from '../platform/postgres/server-database.ts';
import { addressFile } from './command.ts';
import { giveBackMemory } from './give-back-memory.ts';

/**
 * Serves until `stop` is aborted; then answers what is in flight and closes everything in order.
 * @param meanwhile goes on beside it from when it serves until its signal is aborted; its failure ends the serving
 * @returns the exit status
 */
export async function serve(
  config: Config,
  stop: AbortSignal,
  meanwhile?: (server: Server, end: AbortSignal) => Promise<void>,
): Promise<number> {
  // A log collector gets one JSON object a line; whoever sits in front of it, something to read.
  const isRead = process.stdout.isTTY === true;
  const log = createLog(config, isRead ? await readableDestination() : undefined);
  await refuseForeignFolder(config);
  await openDataFolder(config.dataDir);
  const databaseLost = new AbortController();
  const database = config.databaseUrl
    ? await openExternalDatabase(config.dataDir, config.databaseUrl)
    : await openServerDatabase({
        dataDir: config.dataDir,
        log,
        onExit: () => databaseLost.abort(),
        diskReserveMib: config.diskReserveMib,
        ...(hasArchive(config) && { settings: { max_slot_wal_keep_size: `${config.archiveWaitMib}MB` } }),
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
      giveBackMemory();
      await writeFile(addressFile(config.dataDir), server.services.publicUrl(), { mode: 0o600 });
      const setUp = await makeFirstRunAddress(server.services);
      log.info({ url: server.url, ...(config.docs && { docs: `${server.url}/docs` }) }, 'Hubbub serves');
      // Its code is a secret of whoever sets the server up, not of whoever reads logs.
      if (setUp && !isRead && !meanwhile)
        log.info('no organization yet: run "hubbub first-run" for the address where you create one');
      if (isRead && !meanwhile) console.log(welcome(config, server, setUp));
      try {
        await (meanwhile ? meanwhile(server, end) : aborted(end));
        log.info(databaseLost.signal.aborted ? 'PostgreSQL stopped unexpectedly; Hubbub is stopping too' : 'stopping');
      } finally {
        // Without a database there is nothing left to serve.
        await Promise.race([server.drain(), aborted(databaseLost.signal)]);
        await rm(addressFile(config.dataDir), { force: true });
        await server.close();
      }
    } else started.catch(() => undefined);
  } finally {
    await database.stop();
  }
  return databaseLost.signal.aborted ? 1 : 0;
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}

/**
 * Returns the start message for somebody who just typed `npm start`.
 * @param setUp the address at which to create the first organization, while there is none
 */
function welcome(config: Config, { url, services }: Server, setUp: string | undefined): string {
  const data = config.databaseUrl ? 'in the database of DATABASE_URL' : `in ${displayPath(config.dataDir)}`;
  const lines = [
    `Open     ${setUp ?? services.publicUrl()}`,
    ...(config.docs ? [`APIs     ${services.publicUrl()}/docs`] : []),
    `Data     ${data}`,
    'Stop     Ctrl-C',
  ];
  if (services.publicUrl() !== url) lines.push(`Listens  ${url}`);
  if (setUp)
    lines.push(`The address is valid for ${CODE_MINUTES} minutes. Run "npm run hubbub -- first-run" for a new one.`);
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
