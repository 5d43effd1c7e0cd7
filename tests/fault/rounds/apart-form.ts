import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';
import { ChatClient, DispatchClient } from '../../harness/clients.ts';
import { DatabaseProxy } from '../../harness/database-proxy.ts';
import { freePort, Installation, type Program } from '../../harness/program.ts';
import { FakeS3 } from '../../harness/s3.ts';
import { furnish } from './furnish.ts';
import type { Clients } from './load.ts';
import type { Recovery } from './own-form.ts';
import { processorSeconds } from './processes.ts';
import { isServing } from './serving.ts';

const quiet = () => {};
const log = { info: quiet, warn: quiet, error: quiet, debug: quiet };

/** Two processes of the program with one PostgreSQL elsewhere; between it and the first lies a network that can fail. */
export class ApartForm implements AsyncDisposable {
  readonly proxy: DatabaseProxy;
  readonly url: string;
  readonly #folder: string;
  readonly #database: EmbeddedPostgres;
  readonly #installation: Installation;
  readonly #files: FakeS3;
  readonly #secondPort: number;
  readonly #second: string;
  #first: Program | undefined;

  private constructor(given: {
    folder: string;
    database: EmbeddedPostgres;
    proxy: DatabaseProxy;
    installation: Installation;
    files: FakeS3;
    secondPort: number;
  }) {
    this.#folder = given.folder;
    this.#database = given.database;
    this.proxy = given.proxy;
    this.#installation = given.installation;
    this.#files = given.files;
    this.#secondPort = given.secondPort;
    this.url = `http://127.0.0.1:${given.installation.port}`;
    this.#second = `http://127.0.0.1:${given.secondPort}`;
  }

  static async start(): Promise<{ form: ApartForm; clients: Clients[] }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-apart-'));
    await chmod(folder, 0o755);
    const database = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
    const proxy = await DatabaseProxy.start(database.connectionString);
    const installation = await Installation.create();
    const files = await FakeS3.start();
    const form = new ApartForm({ folder, database, proxy, installation, files, secondPort: await freePort() });
    await form.begin();
    const organization = await form.#command(
      ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles'],
      ...['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'],
      ...['--owner-password', 'correct horse battery staple', '--json'],
    );
    const clientsAt = (url: string) => ({
      url,
      chat: new ChatClient({ ...organization.chat, site: url }),
      dispatch: new DispatchClient({ ...organization.dispatch, url }),
    });
    const first = await furnish(clientsAt(form.url), (name, phone) =>
      form.#command(
        ...['worker', 'create', '--organization', organization.organization_id, '--team', 'North'],
        ...['--name', name, '--phone', phone, '--json'],
      ),
    );
    await form.#beginSecond();
    const [dora, emil] = first.drivers;
    const device = new DispatchClient({ url: form.#second, token: emil!.device.authorization.replace('Bearer ', '') });
    const second = { ...first, ...clientsAt(form.#second), drivers: [{ id: emil!.id, device }] };
    return { form, clients: [{ ...first, drivers: [dora!] }, second] };
  }

  get #settings(): Record<string, string> {
    return {
      DATABASE_URL: this.proxy.through(this.#database.connectionString),
      SECRET_KEY: 'ab'.repeat(32),
      ...this.#files.environment,
    };
  }

  /** Runs a command that prints JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what the command prints
  async #command(...args: string[]): Promise<any> {
    const settings = { ...this.#settings, DATABASE_URL: this.#database.connectionString };
    const { stdout, stderr } = await this.#installation.commandWith(settings, ...args);
    assert.ok(stdout, stderr);
    return JSON.parse(stdout);
  }

  /** Starts the first process, and waits until it is ready. */
  async begin(): Promise<Recovery> {
    const began = performance.now();
    this.#first = this.#installation.spawn(this.#settings);
    await this.isReady();
    const milliseconds = performance.now() - began;
    return { milliseconds, processorSeconds: processorSeconds(this.first) };
  }

  async #beginSecond(): Promise<void> {
    const settings = { ...this.#settings, DATABASE_URL: this.#database.connectionString };
    const DATA_DIR = path.join(this.#installation.dataDir, 'second');
    this.#installation.spawn({ ...settings, DATA_DIR, PORT: String(this.#secondPort) });
    await isServing(this.#second);
  }

  /** Waits until the first process is ready. */
  isReady(): Promise<unknown> {
    return isServing(this.url);
  }

  /** The first process. */
  get first(): number {
    return this.#first!.child.pid!;
  }

  /** Place of the second process. */
  get second(): string {
    return this.#second;
  }

  async kill(): Promise<void> {
    await this.#first!.end('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#installation[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await this.#files.stop();
    await this.#database.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
