import pg from 'pg';
import type { Logger } from 'pino';
import { randomText } from '../ids.ts';
import type { Feed } from './feed.ts';
import type { AppendedEvent } from './log.ts';

const CHANNEL = 'hubbub_log';
/** NOTIFY takes a global lock at commit, so it never rides on a request: heads are announced at most this often. */
const ANNOUNCE_MS = 10;
/** For notifications that a lost connection swallowed. */
const POLL_MS = 2000;

/** Tells other processes of this database's commits, and hears of theirs. */
export class Notifier {
  readonly #pool: pg.Pool;
  readonly #feed: Feed;
  readonly #log: Logger;
  readonly #connectionString: string;
  readonly #process = randomText(8);
  readonly #heads = new Map<string, number>();
  #announceTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #listening: pg.Client | undefined;
  #stopped = false;

  constructor(options: { connectionString: string; pool: pg.Pool; feed: Feed; log: Logger }) {
    this.#connectionString = options.connectionString;
    this.#pool = options.pool;
    this.#feed = options.feed;
    this.#log = options.log;
  }

  /** Announces committed events soon. */
  committed(events: readonly AppendedEvent[]): void {
    for (const event of events) {
      if ((this.#heads.get(event.organizationId) ?? 0) < event.id) this.#heads.set(event.organizationId, event.id);
    }
    this.#announceTimer ??= setTimeout(() => {
      this.#announceTimer = undefined;
      this.#announce().catch((error: Error) => this.#log.warn({ err: error }, 'other processes could not be notified'));
    }, ANNOUNCE_MS);
  }

  /** Announces what is pending now. */
  async #announce(): Promise<void> {
    clearTimeout(this.#announceTimer);
    this.#announceTimer = undefined;
    const heads = [...this.#heads].map(([organizationId, head]) => `${this.#process} ${organizationId} ${head}`);
    this.#heads.clear();
    if (heads.length > 0)
      await this.#pool.query('select pg_notify($1, head) from unnest($2::text[]) as head', [CHANNEL, heads]);
  }

  /** Starts to hear of other processes' commits. */
  async listen(): Promise<void> {
    this.#pollTimer = setInterval(() => {
      this.#feed.poll().catch((error: Error) => this.#log.warn({ err: error }, 'the event log could not be polled'));
      if (!this.#listening) void this.#connect();
    }, POLL_MS);
    await this.#connect();
  }

  async #connect(): Promise<void> {
    if (this.#stopped || this.#listening) return;
    const client = new pg.Client({ connectionString: this.#connectionString, application_name: 'hubbub listener' });
    this.#listening = client;
    const lost = () => {
      if (this.#listening === client) this.#listening = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      const [sender, organizationId, head] = (payload ?? '').split(' ');
      if (sender !== this.#process && organizationId) this.#feed.announced(organizationId, Number(head));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      lost();
      this.#log.warn({ err: error }, 'notifications cannot be heard; the log is polled instead');
    }
  }

  /** Announces what is pending, so that what a command has done is heard of at once, and hears no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#pollTimer);
    await this.#announce().catch(() => undefined);
    await this.#listening?.end().catch(() => undefined);
  }
}
