import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Core, openCore } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { refuseForeignFolder, requireInstallation } from '../platform/installation.ts';
import { createLog } from '../platform/log.ts';
import { openDatabaseForCommand } from '../platform/postgres/server-database.ts';
import type { Services } from '../platform/services.ts';

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

/** Prints a result. Nested objects of readable output are shown as `a.b: value` lines. */
export function print(result: unknown, json: boolean | undefined): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  if (Array.isArray(result)) {
    if (result.length === 0) console.log('none');
    for (const item of result) console.log(lines(item).join('  '));
  } else console.log(lines(result).join('\n'));
}

function lines(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return [`${prefix}${prefix ? ': ' : ''}${value instanceof Date ? value.toISOString() : harmless(String(value))}`];
  }
  return Object.entries(value).flatMap(([name, member]) => lines(member, prefix ? `${prefix}.${name}` : name));
}

/**
 * Makes foreign text safe for an operator's terminal: no character moves the cursor or changes the display, and no line
 * break starts a line that looks like one of ours.
 */
function harmless(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => {
    if (control === '\n') return '\n    ';
    return control === '\t' ? control : `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
