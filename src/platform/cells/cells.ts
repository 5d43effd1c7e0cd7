import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { randomText } from '../ids.ts';
import { CellDirectory, type OwnCell, type OwnedHost } from './directory.ts';
import { CellDirectoryAway, CellRefusal } from './errors.ts';

/** Maximum delay of what other cells have changed. */
const READ_MS = 2000;
/** The same while an organization is about to change its cell. */
const HURRIED_MS = 100;
/** Time that a move may take from then on. */
const HURRY_SECONDS = 60;
/** Every so many readings the directory is compared with this database. */
const PUBLISH_EVERY = 15;

/** Parts of a cell. */
interface CellsOptions {
  name: string;
  directoryUrl: string;
  /** PUBLIC_URL, which all cells share. */
  publicUrl: string;
  database: Database;
  log: Logger;
  registry: Registry;
  /** The hosts of this cell's organizations. */
  loadHosts: (reader: PlainReader, publicUrl: string) => Promise<OwnedHost[]>;
  /** Called before each reading of the directory; what it returns finishes the moves of organizations by that reading. */
  beginSettling: () => Promise<(directory: Settled) => Promise<void>>;
}

/** The directory as moves see it. */
interface Settled {
  isOwn(host: string): boolean;
  transfer(organizationId: string, cell: string): Promise<void>;
}

/** State of the directory, as this process last saw it. */
interface DirectoryState {
  /** Undefined: never since the start. */
  readAt: Date | undefined;
  /** Undefined: it responds. */
  problem: string | undefined;
}

/** This cell among the others: which hosts are elsewhere, and how an organization here gets a host. */
export class Cells {
  readonly name: string;
  readonly #options: CellsOptions;
  readonly #directory: CellDirectory;
  readonly #misdirected: Counter;
  #installation: string | undefined;
  /** Host → cell. */
  #hosts = new Map<string, string>();
  #version: string | undefined;
  #readAt: Date | undefined;
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #readings = 0;
  #isHurried = false;
  readonly #leavers: ((hosts: ReadonlySet<string>) => void)[] = [];
  #isClosed = false;

  constructor(options: CellsOptions) {
    this.name = options.name;
    this.#options = options;
    this.#directory = new CellDirectory(options.directoryUrl, new URL(options.publicUrl).hostname);
    this.#misdirected = new Counter({
      name: 'hubbub_cell_misdirected_total',
      help: 'Requests for hosts of other cells, which were answered 421.',
      registers: [options.registry],
    });
  }

  /** The host that is this cell's own, and of no organization. */
  get ownHost(): string {
    return `${this.name}.${new URL(this.#options.publicUrl).hostname}`;
  }

  /** URL of this cell's own host, without a trailing slash: what must come back to this cell and names no organization. */
  get ownUrl(): string {
    const url = new URL(this.#options.publicUrl);
    url.hostname = this.ownHost;
    return url.href.replace(/\/$/, '');
  }

  get state(): DirectoryState {
    return { readAt: this.#readAt, problem: this.#problem };
  }

  /** The cell that serves a host, if it is another one. Costs no statement. */
  elsewhere(host: string): string | undefined {
    const cell = this.#hosts.get(host);
    return cell === this.name ? undefined : cell;
  }

  /** Counts a request that came to the wrong cell. */
  countMisdirected(): void {
    this.#misdirected.inc();
  }

  /** Labels below the server's host that organizations of other cells, or cells, have. */
  takenLabels(): Set<string> {
    const below = `.${new URL(this.#options.publicUrl).hostname}`;
    const labels = [...this.#hosts.keys()].filter((host) => this.elsewhere(host) || host === this.ownHost);
    return new Set(labels.filter((host) => host.endsWith(below)).map((host) => host.slice(0, -below.length)));
  }

  /**
   * Takes up what this cell knew last, and reads the directory if it responds.
   * @param isServing also joins, publishes the hosts of this cell and goes on reading
   * @throws {CellRefusal} before this database has ever been the cell, if the directory does not let it; it would be
   *   another database that serves under the name of one
   */
  async open(isServing: boolean): Promise<void> {
    const known = await this.#loadKnown(isServing);
    this.#installation = known?.installation;
    this.#hosts = new Map(Object.entries(known?.hosts ?? {}));
    if (!isServing) return;
    try {
      await this.#directory.join(await this.#own());
    } catch (error) {
      if (error instanceof CellRefusal && known?.readAt == null) throw error;
    }
    await this.look();
    this.#schedule();
  }

  /** Reads the directory now, and publishes where it is time. It never throws: what fails is said by `state`. */
  look(): Promise<void> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Gives an organization of this cell its hosts, all or none, before the change that uses them is committed.
   * @throws {HostOfOtherCell | CellDirectoryAway | CellRefusal}
   */
  async claim(organizationId: string, hosts: readonly string[]): Promise<void> {
    await this.#directory.claim(await this.#own(), organizationId, hosts);
    for (const host of hosts) this.#hosts.set(host, this.name);
  }

  /** Lets others have hosts that an organization no longer has. Where the directory is away, a later comparison does. */
  async release(organizationId: string, hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    try {
      await this.#directory.release(await this.#own(), organizationId, hosts);
      for (const host of hosts) this.#hosts.delete(host);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the cell directory still has hosts that no organization uses');
    }
  }

  /** Calls `listener` with hosts that were this cell's, and are another's now. */
  onLeft(listener: (hosts: ReadonlySet<string>) => void): void {
    this.#leavers.push(listener);
  }

  /**
   * Has all cells and maps learn of changes within a tenth of a second, for a minute.
   * @returns when they know it
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async hurry(): Promise<void> {
    await this.#directory.hurry(HURRY_SECONDS);
    await pause(READ_MS + HURRIED_MS);
  }

  /** Gives the hosts of an organization to another cell. @throws {CellDirectoryAway | CellRefusal} */
  async transfer(organizationId: string, cell: string): Promise<void> {
    await this.#directory.transfer(await this.#own(), organizationId, cell);
  }

  /**
   * Asks the directory how this cell stands there.
   * @returns hosts of its organizations that are not its own there
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async check(): Promise<{ elsewhere: string[]; own: number }> {
    const { database, publicUrl, loadHosts } = this.#options;
    const own = await loadHosts(database.reader, publicUrl);
    await this.#directory.join(await this.#own());
    const { hosts = {} } = await this.#directory.read();
    const isElsewhere = (host: string) => hosts[host] !== this.name || host === this.ownHost;
    return { elsewhere: own.map(({ host }) => host).filter(isElsewhere), own: own.length };
  }

  /**
   * Compares the directory with this database, and makes it say what this one says.
   * @throws {CellDirectoryAway | CellRefusal}
   */
  async publish(): Promise<void> {
    const { database, publicUrl, loadHosts, log } = this.#options;
    const elsewhere = await this.#directory.publish(await this.#own(), await loadHosts(database.reader, publicUrl));
    if (elsewhere.length > 0)
      log.warn({ hosts: elsewhere.slice(0, 10) }, 'hosts of organizations here belong to others in the cell directory');
  }

  /** Ends reading. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#reading;
    await this.#directory.close();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      () => void this.look().then(() => this.#schedule()),
      this.#isHurried ? HURRIED_MS : READ_MS,
    ).unref();
  }

  async #look(): Promise<void> {
    const { log, database, beginSettling } = this.#options;
    try {
      const settle = await beginSettling();
      const { version, readAt, hosts, isHurried } = await this.#directory.read(this.#version);
      this.#readAt = new Date();
      this.#isHurried = isHurried;
      const now = hosts ? new Map(Object.entries(hosts)) : this.#hosts;
      try {
        // An organization that has come is open before any process here answers for its host: its keys would be unknown.
        await settle({
          isOwn: (host) => now.get(host) === this.name,
          transfer: (id, cell) => this.transfer(id, cell),
        });
      } finally {
        if (hosts) await this.#learn(version, readAt, hosts);
      }
      if (this.#readings % PUBLISH_EVERY === 0) await this.publish();
      // Until it has, each look tries again: a refusal is not over because the directory can be read.
      this.#readings++;
      if (this.#problem !== undefined) log.info('the cell directory responds again');
      this.#problem = undefined;
    } catch (error) {
      if (!(error instanceof CellDirectoryAway || error instanceof CellRefusal)) {
        // The cell's own database failed; the next look asks it again.
        if (!this.#isClosed) database.availability.logFailure(error, 'the hosts of other cells could not be stored');
        return;
      }
      const { message } = error;
      if (this.#isClosed || this.#problem === message) return;
      this.#problem = message;
      log.warn(
        { err: error },
        error instanceof CellDirectoryAway
          ? 'the cell directory does not respond; this cell serves on with what it knew last'
          : 'the cell directory refuses this cell, which serves on with what it knew last',
      );
    }
  }

  /** Keeps the hosts in memory, and in the database for a start while the directory is away. */
  async #learn(version: string, readAt: Date, hosts: Record<string, string>): Promise<void> {
    const left = [...this.#hosts].filter(([host, cell]) => cell === this.name && (hosts[host] ?? cell) !== cell);
    this.#hosts = new Map(Object.entries(hosts));
    if (left.length > 0) for (const listener of this.#leavers) listener(new Set(left.map(([host]) => host)));
    // The process that has read last has read the newest.
    await this.#options.database.transaction((tx) =>
      tx.run(sql`
        update platform.cell set hosts = ${JSON.stringify(hosts)}::jsonb, read_at = ${readAt}
        where read_at is null or read_at < ${readAt}`),
    );
    this.#version = version;
  }

  async #own(): Promise<OwnCell> {
    this.#installation ??= (await this.#loadKnown(true))!.installation;
    return { name: this.name, installation: this.#installation };
  }

  /** @param isMade whether there is a row afterwards */
  async #loadKnown(
    isMade: boolean,
  ): Promise<{ installation: string; readAt: Date | null; hosts: Record<string, string> } | undefined> {
    const { database } = this.#options;
    if (isMade)
      await database.transaction((tx) =>
        tx.run(sql`
          insert into platform.cell (id, installation) values ('cell', ${randomText(24)}) on conflict do nothing`),
      );
    return database.reader.first(sql<{ installation: string; readAt: Date | null; hosts: Record<string, string> }>`
      select installation, read_at as "readAt", hosts from platform.cell`);
  }
}
