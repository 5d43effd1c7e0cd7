import pg from 'pg';
import type { Availability } from '../db/availability.ts';
import type { Database } from '../db/database.ts';
import { KEEP_ALIVE } from '../db/silence.ts';
import type { Committed } from '../db/tx.ts';
import { randomText } from '../ids.ts';
import type { Feed } from './feed.ts';
import type { Signals } from './signals.ts';

const CHANNEL = 'hubbub_log';
/**
 * NOTIFY takes a global lock at commit, so it never rides on a request. The first commit after a pause is announced at
 * once, and those that follow it together, at most this often.
 */
const ANNOUNCE_MS = 10;
/** For notifications that a lost connection swallowed. */
const POLL_MS = 2000;
const CONNECT_MS = 10_000;

/** Dependencies of the notifier and the listeners it wakes. */
export interface NotifierOptions {
  connectionString: string;
  database: Pick<Database, 'pool' | 'availability'>;
  feed: Feed;
  signals: Signals;
  /** Called with queues that have a new job of another process. */
  wakeJobs(queues: readonly string[]): void;
}

/** Announces commits to the other processes of this database, and listens to theirs. */
export class Notifier {
  readonly #pool: pg.Pool;
  readonly #feed: Feed;
  readonly #signals: Signals;
  readonly #availability: Availability;
  readonly #wakeJobs: (queues: readonly string[]) => void;
  readonly #connectionString: string;
  readonly #process = randomText(8);
  readonly #heads = new Map<string, number>();
  readonly #queues = new Set<string>();
  /** Runs after an announcement: what is committed meanwhile waits for its end. */
  #pauseTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #listening: pg.Client | undefined;
  #stopped = false;

  constructor(options: NotifierOptions) {
    this.#connectionString = options.connectionString;
    this.#pool = options.database.pool;
    this.#availability = options.database.availability;
    this.#feed = options.feed;
    this.#signals = options.signals;
    this.#signals.onPending(() => {
      if (!this.#pauseTimer && !this.#stopped) this.#announceSoon();
    });
    this.#wakeJobs = options.wakeJobs;
  }

  /** Announces what was committed: at once, or with what follows it. */
  committed({ events, jobs }: Committed): void {
    for (const event of events) {
      if ((this.#heads.get(event.organizationId) ?? 0) < event.id) this.#heads.set(event.organizationId, event.id);
    }
    for (const queue of jobs) this.#queues.add(queue);
    if (!this.#pauseTimer) this.#announceSoon();
  }

  #announceSoon(): void {
    this.#pauseTimer = setTimeout(() => {
      this.#pauseTimer = undefined;
      if (this.#heads.size > 0 || this.#queues.size > 0 || this.#signals.isPending) this.#announceSoon();
    }, ANNOUNCE_MS);
    this.#announce().catch((error) => this.#availability.logFailure(error, 'other processes could not be notified'));
  }

  /** Announces what is pending now. */
  async #announce(): Promise<void> {
    const texts = [
      ...[...this.#heads].map(([organizationId, head]) => `${this.#process} ${organizationId} ${head}`),
      ...[...this.#queues].map((queue) => `${this.#process} job ${queue}`),
      ...this.#signals.take().map((text) => `${this.#process} signal ${text}`),
    ];
    this.#heads.clear();
    this.#queues.clear();
    if (texts.length > 0)
      await this.#pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [CHANNEL, texts]);
  }

  /** Starts to listen to other processes' commits. */
  async listen(): Promise<void> {
    this.#pollTimer = setInterval(() => this.#look(), POLL_MS);
    this.#availability.onReturn(() => this.#look());
    await this.#connect();
  }

  /** For what a lost notification hid. */
  #look(): void {
    if (this.#stopped || this.#availability.problem !== undefined) return;
    this.#feed
      .poll()
      .catch((error) => this.#availability.logFailure(error, 'the event log could not be polled; retrying'));
    if (!this.#listening) void this.#connect();
  }

  async #connect(): Promise<void> {
    if (this.#stopped || this.#listening) return;
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'hubbub listener',
      connectionTimeoutMillis: CONNECT_MS,
      // It says nothing itself, so the system finds out that it died without a word.
      ...KEEP_ALIVE,
    });
    this.#listening = client;
    const lost = (error?: Error) => {
      if (this.#listening !== client) return;
      this.#listening = undefined;
      if (error && !this.#stopped) this.#availability.report(error);
      if (!this.#stopped) this.#feed.interrupted();
    };
    client.on('error', lost);
    client.on('end', () => lost(new Error('Connection terminated')));
    client.on('notification', ({ payload }) => this.#received(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      lost();
      void client.end().catch(() => undefined);
      this.#availability.logFailure(error, 'notifications cannot be received; the log is polled instead');
      return;
    }
    // Announcements from the time without a listener.
    await this.#feed
      .poll()
      .catch((error) => this.#availability.logFailure(error, 'the event log could not be polled; retrying'));
  }

  #received(text: string): void {
    const [, sender, subject, value] = /^(\S+) (\S+) (.+)$/s.exec(text) ?? [];
    if (sender === this.#process || !subject || !value) return;
    if (subject === 'job') this.#wakeJobs([value]);
    else if (subject === 'signal') this.#signals.receive(value);
    else this.#feed.announced(subject, Number(value));
  }

  /** Announces what is pending, so that what a command has done is known at once, and stops listening. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#pollTimer);
    clearTimeout(this.#pauseTimer);
    await this.#announce().catch(() => undefined);
    await this.#listening?.end().catch(() => undefined);
  }
}
