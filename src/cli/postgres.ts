import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { requireInstallation } from '../platform/installation.ts';
import { createLog } from '../platform/log.ts';
import { type Upgraded, upgradeCluster } from '../platform/postgres-upgrade/upgrade-cluster.ts';
import { CommandError, print } from './command.ts';
import { printProgress } from './print-progress.ts';

/** `postgres upgrade`: the own database goes from an older PostgreSQL to the one of this Hubbub. */
export function addPostgresCommands(program: Command, config: Config): void {
  program
    .command('postgres')
    .description("Manages Hubbub's own PostgreSQL.")
    .command('upgrade')
    .description(
      'Copies the database of an older PostgreSQL version into the current one. Stop the server first. The old database is kept.',
    )
    .option('--programs <folder>', 'folder with the programs of the old version, such as /usr/lib/postgresql/17/bin')
    .option('--json', 'print a JSON object')
    .action(async (options: { programs?: string; json?: boolean }) => {
      const upgraded = await upgrade(config, options.programs);
      for (const each of upgraded.leftOut) console.error(`left out: ${each}`);
      print(upgraded, options.json);
    });
}

async function upgrade(config: Config, programs: string | undefined): Promise<Upgraded> {
  if (config.databaseUrl !== undefined)
    throw new CommandError('With DATABASE_URL, upgrade PostgreSQL on that server instead.');
  await requireInstallation(config);
  await openDataFolder(config.dataDir);
  // Standard output belongs to the result.
  const log = createLog({ logLevel: 'warn' }, process.stderr);
  const given = programs === undefined ? undefined : path.resolve(programs);
  return upgradeCluster({ config, log, programs: given, progress: printProgress() });
}
