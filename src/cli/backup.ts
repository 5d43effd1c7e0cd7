import type { Command } from 'commander';
import { openCore } from '../app.ts';
import { doDeleteAllQueues } from '../chat/event-queues/actions.ts';
import { doSkipLostMessageIds } from '../chat/messages/actions.ts';
import { readIdentities } from '../platform/backup/age.ts';
import { type BackupProgress, makeBackup } from '../platform/backup/make-backup.ts';
import type { BackupSource } from '../platform/backup/read-backup.ts';
import { finishRestore, unpackBackup } from '../platform/backup/unpack-backup.ts';
import type { Config } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { openDatabaseForCommand } from '../platform/postgres/server-database.ts';
import { print, withServices } from './command.ts';

const MIB = 2 ** 20;
/** How often a line tells how far it is. */
const TOLD_MS = 2000;

/** `backup` and `restore`: everything there is in one file, and back. */
export function addBackupCommands(program: Command, config: Config): void {
  program
    .command('backup')
    .description('Writes database, files and keys into one file, while the server runs or not.')
    .argument('<file>', 'file to write; there must be none of that name')
    .option('--json', 'print a JSON object')
    .action(async (file: string, options: { json?: boolean }) => {
      const made = await withServices(config, (_services, _core, connectionString) =>
        makeBackup({ file, config, connectionString, progress: tellProgress() }),
      );
      if (made.holdsKeyInClear)
        console.error(`${file} holds the key that seals secrets, and is not encrypted: keep it as you keep that.`);
      print({ file, ...made }, options.json);
    });
  program
    .command('restore')
    .description('Puts what a backup holds into an empty DATA_DIR. Clients register anew.')
    .argument('<file>', 'what backup has written')
    .option('--identity <file>', 'file with the secret key of age, for one that is encrypted')
    .option('--json', 'print a JSON object')
    .action(async (file: string, options: { identity?: string; json?: boolean }) => {
      const identities = options.identity === undefined ? [] : await readIdentities(options.identity);
      print({ file, ...(await restore({ file, identities }, config)) }, options.json);
    });
}

/** The database is opened before the place counts as whole: so it recovers now, and not when people wait for it. */
async function restore(source: BackupSource, config: Config): Promise<{ begunAt: string; program: string }> {
  const log = createLog({ logLevel: 'warn' }, process.stderr);
  const header = await unpackBackup({ ...source, config, log, progress: tellProgress() });
  const database = config.databaseUrl
    ? { connectionString: config.databaseUrl, stop: async () => {} }
    : await openDatabaseForCommand({ dataDir: config.dataDir, log });
  try {
    const core = await openCore({ config, log, connectionString: database.connectionString, serving: false });
    try {
      await core.services.database.transaction(async (tx) => {
        await doDeleteAllQueues(tx);
        await doSkipLostMessageIds(tx);
      });
    } finally {
      await core.close();
    }
  } finally {
    await database.stop();
  }
  await finishRestore(config.dataDir);
  return { begunAt: header.begunAt, program: header.program };
}

/** A line on standard error now and then: standard output belongs to the result. */
function tellProgress(): BackupProgress {
  let next = Date.now() + TOLD_MS;
  return (part, bytes, of) => {
    if (Date.now() < next) return;
    next = Date.now() + TOLD_MS;
    const all = of === undefined ? '' : ` of about ${Math.ceil(of / MIB)}`;
    console.error(`${part}: ${Math.floor(bytes / MIB)}${all} MiB`);
  };
}
