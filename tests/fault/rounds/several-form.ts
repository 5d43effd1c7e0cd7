import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';
import { ChatClient, DispatchClient, until } from '../../harness/clients.ts';
import { Haproxy } from '../../harness/haproxy.ts';
import { Installation, type Program } from '../../harness/program.ts';
import { FakeS3 } from '../../harness/s3.ts';
import { furnish } from './furnish.ts';
import type { Clients } from './load.ts';
import { isServing } from './serving.ts';

const quiet = () => {};
const log = { info: quiet, warn: quiet, error: quiet, debug: quiet };

/** Long enough for HAProxy to notice on a busy machine: two checks of 50 ms. */
const DRAIN_SECONDS = 3;
/** Connections of a process: three of them and the commands fit into an ordinary PostgreSQL. */
const CONNECTIONS = { DATABASE_WRITERS: '6', DATABASE_READERS: '5', DATABASE_JOB_CONNECTIONS: '2' };

/** Every request goes to the next process: harder than `deploy/haproxy.cfg`, by which an organization stays at one. */
const inTurn = (file: string) => file.replace(/^ {2}balance .*\n {2}hash-type .*$/m, '  balance roundrobin');

/** As a proxy that never asks a second process. */
const withoutRedispatch = (file: string) =>
  inTurn(file).replace(/^ {2}option redispatch .*\n {2}retries .*\n(?: {2}retry-on .*\n)?/m, '  retries 0\n');

/** Starts a PostgreSQL of this machine for the processes. */
async function ownDatabase(open: AsyncDisposableStack): Promise<{ connectionString: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-several-'));
  open.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
  open.defer(() => database.stop());
  return database;
}

/** Several processes of the program on one PostgreSQL and one store, behind two HAProxies. */
export class SeveralForm implements AsyncDisposable {
  readonly #open: AsyncDisposableStack;
  readonly #connectionString: string;
  readonly #files: FakeS3;
  readonly #installations: readonly Installation[];
  readonly #programs: Program[] = [];
  /** With the file of `deploy/`. */
  #proxy: Haproxy | undefined;
  /** Asks no second process. */
  #plain: Haproxy | undefined;

  private constructor(
    open: AsyncDisposableStack,
    parts: { connectionString: string; files: FakeS3; installations: readonly Installation[] },
  ) {
    this.#open = open;
    this.#connectionString = parts.connectionString;
    this.#files = parts.files;
    this.#installations = parts.installations;
  }

  /**
   * Starts everything, with an organization in it.
   * @param count of processes
   * @param startDatabase what it starts ends with the form
   */
  static async start(
    count: number,
    startDatabase: (open: AsyncDisposableStack) => Promise<{ connectionString: string }> = ownDatabase,
  ): Promise<{ form: SeveralForm; clientsAt: (url: string) => Clients }> {
    const open = new AsyncDisposableStack();
    try {
      const { connectionString } = await startDatabase(open);
      const files = await FakeS3.start();
      open.defer(() => files.stop());
      const installations = await Promise.all(Array.from({ length: count }, () => Installation.create()));
      for (const each of installations) open.use(each);
      const form = new SeveralForm(open, { connectionString, files, installations });
      return { form, clientsAt: await form.#settle() };
    } catch (error) {
      await open.disposeAsync();
      throw error;
    }
  }

  async #settle(): Promise<(url: string) => Clients> {
    // The first one makes the tables.
    await this.#begin(0);
    const creation = this.#installations[0]!.commandWith(
      this.#settings,
      ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles'],
      ...['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'],
      ...['--owner-password', 'correct horse battery staple', '--json'],
    );
    const others = this.#installations.slice(1).map((_, n) => this.#begin(n + 1));
    const [{ stdout, stderr }] = await Promise.all([creation, ...others]);
    assert.ok(stdout, stderr);
    const { chat, dispatch } = JSON.parse(stdout);
    const ofOwner = (url: string) => ({
      url,
      chat: new ChatClient({ ...chat, site: url }),
      dispatch: new DispatchClient({ ...dispatch, url }),
    });
    const furnished = await furnish(ofOwner(this.urls[0]!));
    this.#proxy = this.#open.use(await Haproxy.start(this.urls, inTurn));
    this.#plain = this.#open.use(await Haproxy.start(this.urls, withoutRedispatch));
    return (url) => ({ ...furnished, ...ofOwner(url) });
  }

  get #settings(): Record<string, string> {
    return {
      ...this.#files.environment,
      ...CONNECTIONS,
      DATABASE_URL: this.#connectionString,
      SECRET_KEY: 'ab'.repeat(32),
      PUBLIC_URL: 'http://hubbub.example',
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
  }

  /** Addresses of the processes. */
  get urls(): string[] {
    return this.#installations.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** HAProxy as it stands in `deploy/`, but that organizations have no process of their own. */
  get proxy(): Haproxy {
    return this.#proxy!;
  }

  /** The same without a second attempt. */
  get plain(): Haproxy {
    return this.#plain!;
  }

  /** Process IDs: others once one was started again. */
  get processes(): (number | undefined)[] {
    return this.#programs.map(({ child }) => (child.exitCode === null ? child.pid : undefined));
  }

  async #begin(n: number): Promise<void> {
    this.#programs[n] = this.#installations[n]!.spawn(this.#settings);
    await isServing(this.urls[n]!);
  }

  /** Kills a process, and starts it again until it is ready. */
  async kill(n: number): Promise<void> {
    await this.#programs[n]!.end('SIGKILL');
    await this.#begin(n);
  }

  /** Stops a process in order, and starts it again until it is ready. */
  async restart(n: number): Promise<void> {
    const ended = this.#programs[n]!.end('SIGTERM');
    await until(
      () => fetch(`${this.urls[n]}/readyz`).then(({ status }) => status === 503),
      'the process to say that it drains',
      DRAIN_SECONDS,
    );
    assert.deepEqual(await ended, { code: 0, signal: null }, this.#programs[n]!.output());
    await this.#begin(n);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}
