/** The database's log as it is written, by the replication protocol: what `pg_receivewal` does, which our PostgreSQL does not bring along. */

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatLsn } from './lsn.ts';

/** So much is held in memory; the stream pauses until it is taken. In bytes. */
const MAX_HELD = 16 * 2 ** 20;
/** The server ends a connection that says nothing for a minute (`wal_sender_timeout`). */
const SAY_MS = 10_000;
const LOOK_MS = 20;
/** Header of a log message: its kind, the position of its bytes, the end of the server's log, and the time. */
const HEADER_BYTES = 25;
const LOG_BYTES = 'w'.charCodeAt(0);
const STATUS = 'r'.charCodeAt(0);

/** A part of the log, from one place to another. */
export interface WalPart {
  start: bigint;
  end: bigint;
  bytes: Buffer[];
}

/** A slot, where its part of the log begins, and on which timeline. */
export interface WalStart {
  slot: string;
  from: bigint;
  timeline: number;
}

/** Members of the driver's connection that its types lack. */
type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void };

/** Follows a slot. The server keeps the log until it is confirmed, and what the slot may keep at most. */
export class WalStream implements AsyncDisposable {
  readonly #client: pg.Client;
  #connection: CopyConnection | undefined;
  #held: Buffer[] = [];
  #start: bigint;
  #confirmed: bigint;
  #failure: Error | undefined;
  readonly #statusTimer: NodeJS.Timeout;
  /** End of the received data. */
  end: bigint;

  private constructor(client: pg.Client, from: bigint) {
    this.#client = client;
    this.#start = this.#confirmed = this.end = from;
    this.#statusTimer = setInterval(() => this.#sendStatus(), SAY_MS);
  }

  /** @throws what PostgreSQL refuses it for */
  static async open(connectionString: string, { slot, from, timeline }: WalStart): Promise<WalStream> {
    const config = { connectionString, application_name: 'hubbub archive', replication: 'database' };
    const client = new pg.Client(config);
    const stream = new WalStream(client, from);
    client.on('error', (error) => stream.#fail(error));
    client.on('end', () => stream.#fail(new Error('the database closed the connection')));
    try {
      await client.connect();
    } catch (error) {
      await stream[Symbol.asyncDispose]();
      throw error;
    }
    client.query(
      stream.#statement(`START_REPLICATION SLOT "${slot}" PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`),
    );
    return stream;
  }

  #statement(text: string): pg.Submittable {
    return {
      submit: (connection) => {
        this.#connection = connection as CopyConnection;
        connection.query(text);
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => this.#take(chunk),
      handleError: (error: Error) => this.#fail(error),
      handleReadyForQuery: () => this.#fail(new Error('the database ended its log stream')),
      handleRowDescription() {},
      handleDataRow() {},
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handlePortalSuspended() {},
    } as pg.Submittable;
  }

  #take(chunk: Buffer): void {
    if (chunk[0] !== LOG_BYTES) return;
    // The driver uses the memory of the chunk again.
    const bytes = Buffer.from(chunk.subarray(HEADER_BYTES));
    if (chunk.readBigUInt64BE(1) !== this.end) {
      this.#fail(new Error('the log has a gap'));
      return;
    }
    this.#held.push(bytes);
    this.end += BigInt(bytes.length);
    if (this.isFull) this.#connection?.stream.pause();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
  }

  /** Whether as much has come as is held at once. */
  get isFull(): boolean {
    return this.end - this.#start >= MAX_HELD;
  }

  /**
   * Waits until the log has come up to a place, or there is as much as is held at once, or the time is over.
   * @returns whether it has come so far
   * @throws why the stream has ended
   */
  async reach(lsn: bigint, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + milliseconds;
    while (this.end < lsn && !this.isFull && !signal.aborted && performance.now() < until) {
      this.#throwIfFailed();
      await pause(LOOK_MS);
    }
    this.#throwIfFailed();
    return this.end >= lsn;
  }

  #throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Returns the data received since the last call; undefined if there is none. */
  take(): WalPart | undefined {
    if (this.end === this.#start) return undefined;
    const part = { start: this.#start, end: this.end, bytes: this.#held };
    this.#held = [];
    this.#start = this.end;
    this.#connection?.stream.resume();
    return part;
  }

  /** Tells the server that the log up to there is kept elsewhere: it need not be kept for this slot any more. */
  confirm(lsn: bigint): void {
    this.#confirmed = lsn;
    this.#sendStatus();
  }

  #sendStatus(): void {
    if (!this.#connection || this.#failure) return;
    const status = Buffer.alloc(34);
    status[0] = STATUS;
    // Written, brought to the disk, and applied; then the time, which nobody needs, and that no answer is wanted.
    for (const offset of [1, 9, 17]) status.writeBigUInt64BE(this.#confirmed, offset);
    this.#connection.sendCopyFromChunk(status);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#statusTimer);
    this.#fail(new Error('the stream was closed'));
    // An orderly end would wait for the statement, which has none.
    this.#connection?.stream.destroy();
    await this.#client.end().catch(() => undefined);
  }
}
