/** PostgreSQL refuses to run as root. Started as root, Hubbub runs it as another user, which is found or created here. */

import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { CannotOpenDatabase } from './cannot-open.ts';

/** The user that PostgreSQL runs as, when it is not our own. */
export interface UnixUser {
  name: string;
  uid: number;
  gid: number;
}

/** Whether PostgreSQL would refuse to run as us. */
export function runningAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged user for a cluster: the owner of its files when there are some (whoever that is by now), else the
 * system's own `postgres`, else a `hubbub` that is created on first need. Undefined when not root: then we run it as
 * ourselves.
 */
export async function postgresUser(cluster: string): Promise<UnixUser | undefined> {
  if (!runningAsRoot()) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const found = lookUp('postgres') ?? lookUp('_postgres') ?? lookUp('hubbub');
  if (found) return found;
  createUser('hubbub');
  const created = lookUp('hubbub');
  if (created) return created;
  throw new CannotOpenDatabase(
    'PostgreSQL cannot run as root, and no unprivileged user could be created for it. Create a user "postgres" or "hubbub", start Hubbub as an ordinary user, or set DATABASE_URL to a running PostgreSQL.',
  );
}

function lookUp(name: string): UnixUser | undefined {
  const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN);
  const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0 ? { name, uid, gid } : undefined;
}

function createUser(name: string): void {
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', name],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', name]], // BusyBox
  ];
  for (const [command, args] of attempts) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return;
  }
}

/** The spawn options that make a child run as `user`, in a folder that user can enter. */
export function asUser(user: UnixUser | undefined, home: string) {
  // A bare environment: no settings of ours reach PostgreSQL, and none of libpq's variables mislead it.
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
  return user ? { cwd: home, env, uid: user.uid, gid: user.gid } : { cwd: home, env };
}

/**
 * Whether `user` can read, write and enter this folder. Tried rather than computed from the modes of its parents: so
 * access lists, read-only mounts and the like count too.
 */
export function canWorkIn(user: UnixUser, folder: string): boolean {
  const script = 'test -r "$1" && test -w "$1" && test -x "$1"';
  const tried = spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...asUser(user, '/'), stdio: 'ignore' });
  return tried.status === 0;
}

/** Whether `user` can run this program, its libraries included. */
export function canRun(user: UnixUser, program: string): boolean {
  return spawnSync(program, ['--version'], { ...asUser(user, '/'), stdio: 'ignore' }).status === 0;
}
