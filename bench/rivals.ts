import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { asUser, postgresUser, type UnixUser } from '../src/platform/postgres/user.ts';

// Others that find places, as the system's packages install them (see README.md). Each is a process of this run's own
// with its files in a folder of its own, and is reached through a Unix socket, as Hubbub's own PostgreSQL is.

export interface Rival {
  version: string;
  /** PostGIS: the folder of the Unix socket; Redis: the socket. */
  socket: string;
  stop(): Promise<void>;
}

/** A PostgreSQL with PostGIS; undefined where it is not installed. */
export async function startPostgis(): Promise<Rival | undefined> {
  const programs = await postgisPrograms();
  if (!programs) return undefined;
  const { folder, user } = await privateFolder('postgis');
  const cluster = path.join(folder, 'cluster');
  const made = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...asUser(user, folder), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  // As Hubbub sets its own PostgreSQL.
  const settings = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'shared_buffers=128MB',
    'jit=off',
    'random_page_cost=1.1',
  ];
  const server = run(path.join(programs, 'postgres'), ['-D', cluster, ...settings.flatMap((s) => ['-c', s])], {
    folder,
    user,
    signal: 'SIGINT',
  });
  await present(path.join(folder, '.s.PGSQL.5432'), server.child);
  const pool = postgisPool(folder, 1);
  await answering(() => pool.query('select 1'), server.child);
  await pool.query('create extension postgis');
  const { rows } = await pool.query<{ version: string }>(
    `select 'PostGIS ' || postgis_lib_version() || ' on PostgreSQL ' || current_setting('server_version') as version`,
  );
  await pool.end();
  return { version: rows[0]!.version, socket: folder, stop: server.stop };
}

export function postgisPool(socket: string, connections: number): pg.Pool {
  return new pg.Pool({ host: socket, user: 'postgres', database: 'postgres', max: connections });
}

/** Returns the folder in which Debian and its derivatives install the programs of a PostgreSQL with PostGIS. */
async function postgisPrograms(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const extension = `/usr/share/postgresql/${version}/extension/postgis.control`;
    if (await stat(extension).catch(() => undefined)) return `/usr/lib/postgresql/${version}/bin`;
  }
  return undefined;
}

/** A Redis that keeps nothing on disk; undefined where it is not installed. */
export async function startRedis(): Promise<Rival | undefined> {
  const found = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (found.status !== 0) return undefined;
  const { folder, user } = await privateFolder('redis');
  const socket = path.join(folder, 'redis.sock');
  const server = run(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--appendonly', 'no'],
    { folder, user, signal: 'SIGTERM' },
  );
  await present(socket, server.child);
  return { version: `Redis ${/v=(\S+)/.exec(found.stdout)?.[1] ?? ''}`, socket, stop: server.stop };
}

async function privateFolder(name: string): Promise<{ folder: string; user: UnixUser | undefined }> {
  const folder = await mkdtemp(path.join(tmpdir(), `hubbub-bench-${name}-`));
  const user = await postgresUser(folder);
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  return { folder, user };
}

interface Place {
  folder: string;
  user: UnixUser | undefined;
  /** Signal that ends the program cleanly. */
  signal: NodeJS.Signals;
}

/** Starts a program; stopping it removes its folder. It ends with this process, however that ends but by SIGKILL. */
function run(program: string, args: readonly string[], { folder, user, signal }: Place) {
  const child = spawn(program, args, { ...asUser(user, folder), stdio: 'ignore' });
  const kill = () => void child.kill(signal);
  process.once('exit', kill);
  return {
    child,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode === null && child.signalCode === null) {
        kill();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const present = (file: string, child: ChildProcess) => answering(() => stat(file), child);

/** Tries until it succeeds. */
async function answering(attempt: () => Promise<unknown>, child: ChildProcess): Promise<void> {
  for (let attempted = 0; attempted < 600; attempted++) {
    if (child.exitCode !== null) break;
    const done = await attempt().then(
      () => true,
      () => false,
    );
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${child.spawnfile} did not start`);
}
