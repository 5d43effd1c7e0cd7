import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';
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

/** Three processes of the program on one PostgreSQL and one store, behind two HAProxies. */
export class ThreeForm implements AsyncDisposable {
  readonly #open: AsyncDisposableStack;
  readonly #database: EmbeddedPostgres;
  readonly #files: FakeS3;
  readonly #installations: readonly Installation[];
  readonly #programs: Program[] = [];
  /** With the file of `deploy/`. */
  #proxy: Haproxy | undefined;
  /** Asks no second process. */
  #plain: Haproxy | undefined;

  private constructor(
    open: AsyncDisposableStack,
    parts: { database: EmbeddedPostgres; files: FakeS3; installations: readonly Installation[] },
  ) {
    this.#open = open;
    this.#database = parts.database;
    this.#files = parts.files;
    this.#installations = parts.installations;
  }

  /** Starts everything, with an organization in it. */
  static async start(): Promise<{ form: ThreeForm; clientsAt: (url: string) => Clients }> {
    const open = new AsyncDisposableStack();
    try {
      const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-three-'));
      open.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      await chmod(folder, 0o755);
      const database = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
      open.defer(() => database.stop());
      const files = await FakeS3.start();
      open.defer(() => files.stop());
      const installations = await Promise.all([1, 2, 3].map(() => Installation.create()));
      for (const each of installations) open.use(each);
      const form = new ThreeForm(open, { database, files, installations });
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
    const [{ stdout, stderr }] = await Promise.all([creation, this.#begin(1), this.#begin(2)]);
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
      DATABASE_URL: this.#database.connectionString,
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
