/** PostgreSQL's own `pg_dump` and `pg_restore`, of the machine: our PostgreSQL brings none, and an external one has them. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { asUser } from '../postgres/user.ts';
import { BackupError } from './backup-form.ts';

/** Memory for a dump that is one entry of a backup, because its size must be known before it. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** Maximum length of a program's error output. */
const MAX_COMPLAINT = 2000;

type Program = 'pg_dump' | 'pg_restore';

/**
 * Checks that a program is there and not older than a server.
 * @throws {BackupError}
 */
export function requireProgram(program: Program, serverVersion: number): void {
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', env: bareEnvironment() });
  const install = `Install the client programs of PostgreSQL ${serverVersion} or later.`;
  if (error) throw new BackupError(`${program} is not installed on this machine (${error.message}). ${install}`);
  const version = Number.parseInt(/\d+/.exec(stdout)?.[0] ?? '', 10);
  if (!(version >= serverVersion))
    throw new BackupError(
      `${program} is from PostgreSQL ${version}, but the database is version ${serverVersion}. ${install}`,
    );
}

/**
 * A dump of a database as it is at one moment, in pieces of 8 MiB.
 * @throws {BackupError} when it does not come to its end
 */
export async function* dumpDatabase(connectionString: string): AsyncGenerator<Buffer> {
  const run = start('pg_dump', ['--format=custom', '--no-owner', '--no-privileges'], connectionString);
  try {
    let parts: Buffer[] = [];
    let size = 0;
    for await (const part of run.child.stdout as Readable) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      parts = [];
      size = 0;
    }
    await run.end();
    if (size > 0) yield Buffer.concat(parts);
  } finally {
    run.child.kill('SIGKILL');
  }
}

/** Takes a dump, piece by piece, into an empty database: all of it or nothing. */
export class DumpRestorer {
  readonly #run: RunningProgram;
  readonly #broken = new AbortController();

  constructor(connectionString: string) {
    const { database } = new pg.Client({ connectionString });
    const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', `--dbname=${database}`];
    this.#run = start('pg_restore', args, connectionString);
    // A program that has ended reads no more: `finish` says why.
    this.#run.child.stdin!.on('error', () => this.#broken.abort());
    this.#run.child.once('close', () => this.#broken.abort());
  }

  async write(content: AsyncIterable<Uint8Array>): Promise<void> {
    const { signal } = this.#broken;
    for await (const chunk of content) {
      if (signal.aborted || this.#run.child.stdin!.write(chunk)) continue;
      await once(this.#run.child.stdin!, 'drain', { signal }).catch(() => undefined);
    }
  }

  /** @throws {BackupError} what it complains of */
  async finish(): Promise<void> {
    this.#run.child.stdin!.end();
    await this.#run.end();
  }

  /** Undoes what was written. */
  abort(): void {
    this.#run.child.kill('SIGKILL');
  }
}

interface RunningProgram {
  child: ChildProcess;
  /** Waits for its end. @throws {BackupError} */
  end(): Promise<void>;
}

function start(program: Program, args: readonly string[], connectionString: string): RunningProgram {
  const child = spawn(program, args, {
    env: { ...bareEnvironment(), ...connectionSettings(connectionString) },
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, MAX_COMPLAINT);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(code === 0 ? '' : complaint.trim() || `it exited with ${by ?? code}`));
  });
  return {
    child,
    async end() {
      const failure = await ended;
      if (failure !== '') throw new BackupError(`${program} failed: ${failure}`);
    },
  };
}

const bareEnvironment = () => asUser(undefined, homedir()).env;

/** By the environment: on a command line other users of the machine would see the password. */
function connectionSettings(connectionString: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new pg.Client({ connectionString });
  const settings: NodeJS.ProcessEnv = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database };
  if (typeof password === 'string') settings.PGPASSWORD = password;
  return { ...settings, ...tlsSettings(new URL(connectionString).searchParams) };
}

/**
 * Returns the address's TLS settings for PostgreSQL's programs: our driver verifies the server's certificate from
 * `sslmode=require` on, and they do not.
 */
function tlsSettings(parameters: URLSearchParams): NodeJS.ProcessEnv {
  const settings: NodeJS.ProcessEnv = {};
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']) {
    const value = parameters.get(name);
    if (value !== null) settings[`PG${name.toUpperCase()}`] = value;
  }
  const { PGSSLMODE: mode } = settings;
  const isAsked = mode !== undefined || settings.PGSSLROOTCERT !== undefined || isOn(parameters.get('ssl'));
  if (parameters.get('uselibpqcompat') === 'true' || !isAsked || mode === 'disable') return settings;
  if (mode === 'no-verify') return { ...settings, PGSSLMODE: 'require' };
  // Without a file, the certificates that the machine trusts; known from PostgreSQL 16 on.
  return { PGSSLROOTCERT: 'system', ...settings, PGSSLMODE: 'verify-full' };
}

const isOn = (value: string | null) => value === 'true' || value === '1';
