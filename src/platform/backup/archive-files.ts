import type { Readable } from 'node:stream';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { fileOfKey, ORIGINAL, objectKey } from '../files/files.ts';
import { fileStore } from '../files/open-store.ts';
import { MissingObject } from '../files/store.ts';
import type { Services } from '../services.ts';
import { type BackupArchive, fileOfArchive, filesPrefix } from './archive.ts';

/** Files of the hours before what the archive has last are looked for in it when a server starts: an upload in parts takes a day at most. */
const LOOKED_BACK_MS = 25 * 3_600_000;
/** A row has the time at which its transaction began. */
const OVERLAP_MS = 600_000;

interface FileRow {
  organizationId: string;
  id: string;
  createdAt: Date;
  isWhole: boolean;
}

/** Brings what people upload into the archive: a backup has only what was there before it. */
export class ArchivedFiles {
  readonly #services: Services;
  readonly #archive: BackupArchive;
  readonly #id: string;
  /** Files in the archive, by arrival time. */
  readonly #known = new Map<string, Date>();
  /** Uploads in parts that are not whole yet. */
  #unfinished: FileRow[] = [];
  #isRecalled = false;
  #since: Date;

  private constructor(services: Services, archive: BackupArchive, id: string, since: Date) {
    this.#services = services;
    this.#archive = archive;
    this.#id = id;
    this.#since = since;
  }

  /** Goes on from what is in the archive, however long it was away or no server ran; an empty one begins now. */
  static async open(services: Services, archive: BackupArchive, id: string): Promise<ArchivedFiles> {
    const times = (await archive.pieces(id)).map(({ completeAt }) => completeAt.getTime()).filter((time) => time > 0);
    const last = times.reduce((latest, time) => Math.max(latest, time), 0) || services.clock.now().getTime();
    return new ArchivedFiles(services, archive, id, new Date(last - LOOKED_BACK_MS));
  }

  async archiveAll(): Promise<void> {
    const { database, clock } = this.#services;
    const since = new Date(clock.now().getTime() - OVERLAP_MS);
    if (!this.#isRecalled) await this.#recall();
    const rows = await newFiles(database.reader, this.#since, this.#unfinished);
    for (const row of rows.filter(({ id, isWhole }) => isWhole && !this.#known.has(id))) {
      await this.#archiveOne(row);
      this.#known.set(row.id, row.createdAt);
    }
    this.#unfinished = rows.filter(({ isWhole }) => !isWhole);
    this.#since = since;
    for (const [id, at] of this.#known) if (at < since) this.#known.delete(id);
  }

  /** Loads the files that an earlier process has archived. */
  async #recall(): Promise<void> {
    for await (const { key, modifiedAt } of this.#archive.list(filesPrefix(this.#id))) {
      const file = fileOfKey(fileOfArchive(this.#id, key));
      if (file && isOriginal(fileOfArchive(this.#id, key)) && modifiedAt >= this.#since)
        this.#known.set(file.id, modifiedAt);
    }
    this.#isRecalled = true;
  }

  async #archiveOne(file: FileRow): Promise<void> {
    const store = fileStore(this.#services);
    const keys: string[] = [];
    for await (const { key } of store.list(objectKey(file, ''))) keys.push(key);
    // The file itself is the last: with it all are there.
    for (const key of keys.sort((a, b) => Number(isOriginal(a)) - Number(isOriginal(b)))) {
      let content: Readable | undefined;
      try {
        content = await store.read(key);
        await this.#archive.put(filesPrefix(this.#id) + key, content);
      } catch (error) {
        // Deleted meanwhile: its row is gone too.
        if (!(error instanceof MissingObject)) throw error;
      } finally {
        // An archive that is away does not begin to read it.
        content?.destroy();
      }
    }
  }
}

const isOriginal = (key: string) => key.endsWith(`/${ORIGINAL}`);

/** Files since then, and these. */
function newFiles(reader: PlainReader, since: Date, unfinished: readonly FileRow[]): Promise<FileRow[]> {
  const [organizationIds, ids] = [unfinished.map((row) => row.organizationId), unfinished.map(({ id }) => id)];
  return reader.all(sql<FileRow>`
    select f.organization_id as "organizationId", f.id, f.created_at as "createdAt",
      not exists (select from platform.resumable_uploads u
        where u.organization_id = f.organization_id and u.id = f.id and u.result is null) as "isWhole"
    from (select organization_id, id, created_at from platform.files where created_at >= ${since}
      union
      select organization_id, id, created_at from platform.files
      where (organization_id, id) in (select * from unnest(${organizationIds}::text[], ${ids}::text[]))) f
    order by f.created_at`);
}
