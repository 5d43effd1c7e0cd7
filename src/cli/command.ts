import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Core, openCore } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { refuseForeignFolder, requireInstallation } from '../platform/installation.ts';
import { createLog } from '../platform/log.ts';
import { openDatabaseForCommand } from '../platform/postgres/server-database.ts';
import type { Services } from '../platform/services.ts';
import { printableLines, printableTable } from './readable.ts';

/** A refusal that an operator reads as one sentence, without a stack. */
export class CommandError extends Error {
  readonly expected = true;
}

/** Returns the file in which a running server notes its address, for commands that print it. */
export function addressFile(dataDir: string): string {
  return path.join(dataDir, 'hubbub.url');
}

/** Deviations of a command from the usual behaviour. */
interface CommandOptions {
  /** It makes an installation where there is none. */
  mayInstall?: boolean;
  /** Its work is a database with another key. */
  anyKey?: boolean;
}

/**
 * Runs an administration command on the database of an installation, whether its server runs or not.
 * @throws {CannotOpenDatabase} when there is none, unless the command makes one; nothing was written then
 */
export async function withServices<T>(
  config: Config,
  work: (services: Services, core: Core) => Promise<T>,
  { mayInstall = false, anyKey = false }: CommandOptions = {},
): Promise<T> {
  if (mayInstall) await refuseForeignFolder(config);
  else await requireInstallation(config);
  await openDataFolder(config.dataDir);
  // Standard output belongs to the command's result.
  const log = createLog({ logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }, process.stderr);
  const database = config.databaseUrl
    ? { connectionString: config.databaseUrl, stop: async () => {} }
    : await openDatabaseForCommand({ dataDir: config.dataDir, log });
  try {
    const core = await openCore({
      config,
      log,
      connectionString: database.connectionString,
      serving: false,
      mayInstall,
      isChecked: !anyKey,
    });
    const serving = await readFile(addressFile(config.dataDir), 'utf8').catch(() => undefined);
    if (serving) core.listensAt(serving);
    try {
      return await work(core.services, core);
    } finally {
      await core.close();
    }
  } finally {
    await database.stop();
  }
}

/** Prints a result: an array as a table, an object with one `a.b: value` line for each member. */
export function print(result: unknown, json: boolean | undefined): void {
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else console.log(Array.isArray(result) ? printableTable(result) : printableLines(result));
}
