import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_OPTIONS } from '../../../scripts/server-options.mjs';
import { ChatClient, DispatchClient, until } from '../../harness/clients.ts';
import { Installation, type Program, programFile } from '../../harness/program.ts';
import { furnish } from './furnish.ts';
import type { Clients } from './load.ts';
import { isAlive, isGone, processorSeconds } from './processes.ts';
import { SmallDisk } from './small-disk.ts';

/** Time until requests were answered again. */
export interface Recovery {
  milliseconds: number;
  /** Processes of the program and its PostgreSQL. */
  processorSeconds: number | undefined;
}

const root = path.resolve(import.meta.dirname, '../../..');
const ORPHAN = path.join(root, 'scripts', 'end-as-orphan.mjs');
const CLOCK = path.join(root, 'tests', 'harness', 'movable-clock.mjs');
/** Says who was started, and ends with it: a launcher as npm is one. */
const LAUNCHER = '"$@" & echo "started $!"; wait';

/** The program with its own PostgreSQL, started by a launcher as `npm start` is. */
export class OwnForm implements AsyncDisposable {
  readonly url: string;
  readonly #installation: Installation;
  readonly #clockFile: string;
  /** Place of its data folder, if not on the machine's own disk. */
  readonly disk: SmallDisk | undefined;
  #launcher: Program | undefined;
  #pid = 0;

  private constructor(installation: Installation, disk: SmallDisk | undefined) {
    this.#installation = installation;
    this.disk = disk;
    this.url = `http://127.0.0.1:${installation.port}`;
    this.#clockFile = path.join(installation.dataDir, 'clock');
  }

  /** @param isSmall whether its data folder is on a small disk of its own */
  static async start(isSmall = false): Promise<{ form: OwnForm; clients: Clients }> {
    const installation = await Installation.create();
    const form = new OwnForm(installation, isSmall ? await SmallDisk.over(installation.dataDir) : undefined);
    try {
      return { form, clients: await form.#settle() };
    } catch (error) {
      await form[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Starts the program for the first time, with an organization in it. */
  async #settle(): Promise<Clients> {
    await this.begin();
    const organization = await this.#command(
      ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles'],
      ...['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'],
      ...['--owner-password', 'correct horse battery staple', '--json'],
    );
    const add = (name: string, phone: string) =>
      this.#command(
        ...['worker', 'create', '--organization', organization.organization_id, '--team', 'North'],
        ...['--name', name, '--phone', phone, '--json'],
      );
    const chat = new ChatClient(organization.chat);
    const dispatch = new DispatchClient(organization.dispatch);
    return furnish({ url: this.url, chat, dispatch }, add);
  }

  #within(command: string[]): string[] {
    return this.disk?.within(command) ?? command;
  }

  #seen(file: string): string {
    return this.disk?.seen(file) ?? file;
  }

  /** Runs a command that prints JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what the command prints
  async #command(...args: string[]): Promise<any> {
    const command = this.#installation.spawn({}, this.#within([process.execPath, programFile, ...args]));
    await once(command.child, 'close');
    return JSON.parse(command.output());
  }

  /** Starts the program, and waits until it is ready. */
  async begin(): Promise<Recovery> {
    const began = performance.now();
    const command = [...SERVER_OPTIONS, '--import', ORPHAN, '--import', CLOCK, programFile];
    await writeFile(this.#seen(this.#clockFile), '0');
    const launched = this.#within(['sh', '-c', LAUNCHER, 'sh', process.execPath, ...command]);
    const launcher = this.#installation.spawn({ CLOCK_FILE: this.#clockFile }, launched);
    this.#launcher = launcher;
    this.#pid = await until(() => Number(/^started (\d+)$/m.exec(launcher.output())?.[1]), 'the launcher');
    await this.isReady();
    const milliseconds = performance.now() - began;
    const times = [this.#pid, await this.postmaster()].map(processorSeconds);
    return { milliseconds, processorSeconds: times.reduce((sum = 0, each = 0) => sum + each) };
  }

  isReadyNow(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Waits until it is ready. */
  isReady(): Promise<unknown> {
    return until(
      () => {
        if (!this.isRunning) throw new Error(`it ended: ${this.output()}`);
        return this.isReadyNow();
      },
      'the program to be ready',
      120,
    );
  }

  /** The process of its PostgreSQL that starts all others. */
  async postmaster(): Promise<number> {
    const { dataDir } = this.#installation;
    const record = JSON.parse(await readFile(this.#seen(path.join(dataDir, 'database-files.json')), 'utf8'));
    const cluster = path.join(record.folder ?? path.join(dataDir, 'postgres'), 'cluster');
    return Number.parseInt(await readFile(this.#seen(path.join(cluster, 'postmaster.pid')), 'utf8'), 10);
  }

  get server(): number {
    return this.#pid;
  }

  get launcher(): number {
    return this.#launcher!.child.pid!;
  }

  /** Output of the program since its start. */
  output(): string {
    return this.#launcher!.output();
  }

  /** Puts the clock of the program so many milliseconds off the machine's. */
  async setClock(ahead: number): Promise<void> {
    await writeFile(this.#seen(this.#clockFile), String(ahead));
    process.kill(this.#pid, 'SIGUSR2');
  }

  /** Waits for the end of a program that was ended by something. */
  async hasEnded(): Promise<void> {
    await isGone(this.#pid);
  }

  /** Whether it runs still. */
  get isRunning(): boolean {
    return isAlive(this.#pid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#pid > 0 && this.isRunning) process.kill(this.#pid, 'SIGTERM');
    if (this.#pid > 0) await isGone(this.#pid);
    await this.#installation[Symbol.asyncDispose]();
    await this.disk?.[Symbol.asyncDispose]();
  }
}
