/**
 * A copy of the files of a PostgreSQL that runs, by its replication protocol: what `pg_basebackup` does, which our
 * PostgreSQL does not bring along. The log that was written meanwhile comes with it, so the copy recovers by itself.
 */

import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';
import { BackupError } from './backup-form.ts';

/** The kinds of messages that the copy comes in (PostgreSQL 15 and later; protocol, section “BASE_BACKUP”). */
const NEW_ARCHIVE = 'n';
const DATA = 'd';

/** A copy that is under way. */
export interface BaseBackup {
  /** A tar archive; it ends early with the failure, if there is one. */
  archive: Readable;
  /** Bytes as PostgreSQL estimates them; known when the archive begins. */
  estimate(): number;
}

/**
 * Begins a copy.
 * @param maxRateKib KiB in a second at most
 * @throws what PostgreSQL refuses it for
 */
export async function beginBaseBackup(connectionString: string, maxRateKib?: number): Promise<BaseBackup> {
  const config = { connectionString, application_name: 'hubbub backup', replication: 'database' };
  const client = new pg.Client(config);
  const archive = new PassThrough({ highWaterMark: 1024 * 1024 });
  client.on('error', (error) => archive.destroy(error));
  archive.on('error', () => undefined); // until somebody reads it, the statement under way fails with it
  await client.connect();
  // The log from here on stays until the copy has it; the slot goes with the connection, however that ends.
  const slot = `hubbub_backup_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY PHYSICAL (RESERVE_WAL)`).catch(async (error) => {
    await client.end().catch(() => undefined);
    throw error;
  });
  const copy = new CopyOfFiles(archive, maxRateKib);
  archive.once('close', () => void client.end().catch(() => undefined));
  client.query(copy);
  return { archive, estimate: () => copy.estimate };
}

/** The statement, as the driver takes one that answers by streams. */
class CopyOfFiles implements pg.Submittable {
  readonly #archive: PassThrough;
  readonly #maxRate: string;
  #archives = 0;
  #resultSets = 0;
  /** Bytes. */
  estimate = 0;

  constructor(archive: PassThrough, maxRateKib: number | undefined) {
    this.#archive = archive;
    this.#maxRate = maxRateKib === undefined ? '' : `, MAX_RATE ${maxRateKib}`;
  }

  submit(connection: pg.Connection): void {
    for (const event of ['drain', 'close']) this.#archive.on(event, () => connection.stream.resume());
    // A checkpoint at once: spread over minutes it would be kinder to the disk, and whoever waits would not know why.
    connection.query(
      `BASE_BACKUP (LABEL 'hubbub', CHECKPOINT 'fast', WAL true, PROGRESS true, MANIFEST 'no'${this.#maxRate})`,
    );
  }

  handleRowDescription(): void {
    this.#resultSets++;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    // The second one has a row for each tablespace: ID, place, KiB.
    if (this.#resultSets === 2) this.estimate += Number(fields[2] ?? 0) * 1024;
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: { stream: Readable }): void {
    const kind = String.fromCharCode(chunk[0]!);
    if (kind === NEW_ARCHIVE && ++this.#archives > 1)
      this.handleError(
        new BackupError('The database has tablespaces outside its folder, which a backup cannot include.'),
      );
    if (kind !== DATA || this.#archive.destroyed) return;
    // The driver uses the memory of the chunk again.
    if (!this.#archive.write(Buffer.from(chunk.subarray(1)))) connection.stream.pause();
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleReadyForQuery(): void {
    this.#archive.end();
  }

  handleError(error: Error): void {
    this.#archive.destroy(error);
  }
}
