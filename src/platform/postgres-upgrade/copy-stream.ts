/** Rows from one PostgreSQL to another, by the COPY of both; no more of them is in memory than a few chunks. */

import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';

/** The server sends each row by itself; they go on in pieces of this many bytes. */
const PIECE_BYTES = 64 * 1024;

/** Members of the driver's connection that its types lack. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** A statement that is answered by streams, as the driver takes one; what it does not hear of does not happen in it. */
abstract class CopyStatement implements pg.Submittable {
  readonly #text: string;
  readonly #done = Promise.withResolvers<void>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Its end. Rejects with what PostgreSQL refuses it for. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleError(error: Error): void {
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    this.#done.resolve();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

class CopyOut extends CopyStatement {
  readonly rows = new PassThrough({ highWaterMark: 16 * PIECE_BYTES });
  #held: Buffer[] = [];
  #size = 0;

  override submit(connection: pg.Connection): void {
    for (const event of ['drain', 'close']) this.rows.on(event, () => connection.stream.resume());
    // The statement at the other end meets it.
    this.rows.on('error', () => undefined);
    super.submit(connection);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: { stream: Readable }): void {
    if (this.rows.destroyed) return;
    // The driver uses the memory of the chunk again.
    this.#held.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size >= PIECE_BYTES && !this.#give()) connection.stream.pause();
  }

  #give(): boolean {
    const piece = Buffer.concat(this.#held);
    this.#held = [];
    this.#size = 0;
    return this.rows.write(piece);
  }

  override handleReadyForQuery(): void {
    if (!this.rows.destroyed) {
      this.#give();
      this.rows.end();
    }
    super.handleReadyForQuery();
  }

  override handleError(error: Error): void {
    this.rows.destroy(error);
    super.handleError(error);
  }
}

class CopyIn extends CopyStatement {
  readonly #rows: Readable;
  readonly #report: (bytes: number) => void;

  constructor(text: string, rows: Readable, report: (bytes: number) => void) {
    super(text);
    this.#rows = rows;
    this.#report = report;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => connection.sendCopyFail(error.message));
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const piece of this.#rows as AsyncIterable<Buffer>) {
      connection.sendCopyFromChunk(piece);
      this.#report(piece.length);
      const socket = connection.stream as unknown as { writableNeedDrain: boolean } & NodeJS.EventEmitter;
      if (socket.writableNeedDrain) await once(socket, 'drain');
    }
    connection.endCopyFrom();
  }

  override handleError(error: Error): void {
    this.#rows.destroy();
    super.handleError(error);
  }
}

/**
 * Copies what one COPY gives into another.
 * @param read `copy … to stdout` @param write `copy … from stdin`
 * @param report is given the bytes of each piece
 * @throws what one of the servers refuses it for
 */
export async function copyRows(
  from: { client: pg.Client; read: string },
  to: { client: pg.Client; write: string },
  report: (bytes: number) => void,
): Promise<void> {
  const out = new CopyOut(from.read);
  const into = new CopyIn(to.write, out.rows, report);
  to.client.query(into);
  from.client.query(out);
  // The first failure is the cause; the other end's follows from it.
  await Promise.all([out.done, into.done]);
}
