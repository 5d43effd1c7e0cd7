import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { openCore } from '../app.ts';
import { doDeleteAllQueues } from '../chat/event-queues/actions.ts';
import { doSkipLostMessageIds } from '../chat/messages/actions.ts';
import { doRecordBackup } from '../platform/backup/actions.ts';
import { readIdentities } from '../platform/backup/age.ts';
import { type MadeBackup, makeBackup } from '../platform/backup/make-backup.ts';
import { type PlayUntil, planPlayback, playArchive } from '../platform/backup/play-archive.ts';
import { type BackupSource, readBackupHeader } from '../platform/backup/read-backup.ts';
import { finishRestore, unpackBackup } from '../platform/backup/unpack-backup.ts';
import type { Config } from '../platform/config.ts';
import type { AuditEntry } from '../platform/db/audit-entry.ts';
import type { Database } from '../platform/db/database.ts';
import type { PlainTx } from '../platform/db/tx.ts';
import { createLog } from '../platform/log.ts';
import { hasOrganizations, listOrganizations } from '../platform/organizations/organizations.ts';
import { openDatabaseForCommand } from '../platform/postgres/server-database.ts';
import { doForgetProcesses } from '../platform/processes/actions.ts';
import { CommandError, print, withServices } from './command.ts';
import { printProgress } from './print-progress.ts';
import { verifyBackup } from './verify-backup.ts';

/** `backup` and `restore`: everything there is in one file, and back. */
export function addBackupCommands(program: Command, config: Config): void {
  const backup = program
    .command('backup')
    .description('Writes the database, files and keys into one file. The server may be running.')
    .argument('<file>', 'file to write; it must not exist')
    .option('--empty', 'also back up an installation without organizations')
    .option('--json', 'print a JSON object')
    .action(async (file: string, options: { empty?: boolean; json?: boolean }) => {
      const made = await withServices(config, async ({ database }) => {
        if (!options.empty && !(await hasOrganizations(database.reader)))
          throw new CommandError(
            "No organization to back up. Check that DATA_DIR or DATABASE_URL is the server's, or use --empty to back up anyway.",
          );
        return backUp(file, config, database);
      });
      if (made.holdsKeyInClear)
        console.error(
          `${file} contains the key that seals secrets and is not encrypted. Store it as safely as the key.`,
        );
      print({ file, ...made }, options.json);
    });
  backup
    .command('verify')
    .description('Restores a backup into a temporary folder (TMPDIR) as a test and shows its contents.')
    .argument('<file>', 'file written by backup')
    .option('--identity <file>', 'file with the secret age key, if the backup is encrypted')
    .option('--json', 'print a JSON object')
    .action(async (file: string, _own: object, command: Command) => {
      // `--json` is an option of `backup` too, which takes it wherever it stands.
      const options = command.optsWithGlobals<{ identity?: string; json?: boolean }>();
      const found = await verifyBackup(await sourceOf(file, options), config, printProgress());
      if (found.organizations === 0) console.error(`${file} is intact but contains no organization.`);
      print({ file, ...found }, options.json);
    });
  program
    .command('restore')
    .description('Restores a backup into an empty DATA_DIR. Clients must register again afterwards.')
    .argument('<file>', 'file written by backup')
    .option('--identity <file>', 'file with the secret age key, if the backup is encrypted')
    .option(
      '--to <time>',
      'recover from the configured archive up to this time, such as 2026-11-22T10:30:00Z, or latest',
      momentOf,
    )
    .option('--json', 'print a JSON object')
    .action(async (file: string, options: { identity?: string; to?: PlayUntil; json?: boolean }) => {
      print({ file, ...(await restore(await sourceOf(file, options), config, options.to)) }, options.json);
    });
}

function momentOf(text: string): PlayUntil {
  if (text === 'latest') return text;
  // A time without a zone would be that of whoever restores.
  const time = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a time with a zone, such as 2026-11-22T10:30:00Z.');
  return new Date(time);
}

async function sourceOf(file: string, { identity }: { identity?: string }): Promise<BackupSource> {
  return { file, identities: identity === undefined ? [] : await readIdentities(identity) };
}

/** Makes a backup. `doctor` knows about successful ones; a refusal is only reported here. */
async function backUp(file: string, config: Config, database: Database): Promise<MadeBackup> {
  const { connectionString } = database;
  const begunAt = new Date();
  const made = await makeBackup({ file, config, connectionString, begunAt, progress: printProgress() });
  const attempt = { begunAt, file: path.resolve(file), bytes: made.fileBytes, failure: null, isScheduled: false };
  await database.transaction(async (tx) => {
    await doRecordBackup(tx, attempt);
    // Where it lies is the operator's to know, and no organization's.
    await auditBackup(tx, 'backup.made', {});
  });
  return made;
}

/** A backup is of all organizations, and each has its own audit log. */
async function auditBackup(
  tx: PlainTx,
  action: `backup.${string}`,
  details: AuditEntry['details'] & object,
): Promise<void> {
  for (const { id } of await listOrganizations(tx)) tx.audit({ organizationId: id, action, details });
}

/** The database is opened before the place counts as whole: so it recovers now, and not when people wait for it. */
async function restore(
  source: BackupSource,
  config: Config,
  to: PlayUntil | undefined,
): Promise<{ begunAt: string; program: string; playedTo?: string }> {
  const log = createLog({ logLevel: 'warn' }, process.stderr);
  const progress = printProgress();
  // An archive that cannot be replayed changes nothing.
  const playback = to && (await planPlayback(config, await readBackupHeader(source), to));
  const header = await unpackBackup({ ...source, config, log, progress });
  const playedTo = to instanceof Date ? to.toISOString() : to;
  if (playback) await playArchive({ config, identities: source.identities, playback, progress });
  const database = config.databaseUrl
    ? { connectionString: config.databaseUrl, stop: async () => {} }
    : await openDatabaseForCommand({ dataDir: config.dataDir, log });
  try {
    const core = await openCore({
      config,
      log,
      connectionString: database.connectionString,
      serving: false,
      mayInstall: true,
      isChecked: false,
    });
    try {
      await core.services.database.transaction(async (tx) => {
        await auditBackup(tx, 'backup.restored', {
          begunAt: { to: header.begunAt },
          ...(playedTo && { playedTo: { to: playedTo } }),
        });
        await doDeleteAllQueues(tx);
        await doForgetProcesses(tx);
        await doSkipLostMessageIds(tx);
      });
    } finally {
      await core.close();
    }
  } finally {
    await database.stop();
  }
  await finishRestore(config.dataDir);
  return { begunAt: header.begunAt, program: header.program, ...(playedTo && { playedTo }) };
}
