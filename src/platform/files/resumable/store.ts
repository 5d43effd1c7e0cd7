import { EventEmitter } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { DataStore, Upload } from '@tus/server';
import { randomText } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { objectKey, QuotaExceeded } from '../files.ts';
import { fileStore } from '../open-store.ts';
import { type SpooledFile, spool, TooManyBytes } from '../spool.ts';
import { MissingObject } from '../store.ts';
import { doBeginResumable, doDeleteResumables, doFinishResumable } from './actions.ts';
import { RESUMABLE_HOURS } from './expire.ts';
import { Incoming } from './incoming.ts';
import { appendPart, loadPartObjects, loadResumable } from './queries.ts';
import type { ResumableIntake, ResumableUpload } from './resumable-upload.ts';

/** The protocol's library; loaded with the first such upload. */
export type Tus = typeof import('@tus/server');

/** Supported extensions of the protocol. */
export const EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'termination'];

const MAX_METADATA = 4096;
/** Requests that bring next to nothing each are not what this is for. */
const MAX_PARTS = 10_000;

/**
 * Store for the protocol library with the uploads of one caller: each part is an object of the file store, so that any
 * process continues where another left off. If two requests send the same part, the first one written counts.
 */
export class ResumableStore extends EventEmitter implements DataStore {
  readonly extensions = EXTENSIONS;
  readonly #tus: Tus;
  readonly #services: Services;
  readonly #intake: ResumableIntake;

  constructor(tus: Tus, services: Services, intake: ResumableIntake) {
    super();
    this.#tus = tus;
    this.#services = services;
    this.#intake = intake;
  }

  hasExtension(extension: string): boolean {
    return this.extensions.includes(extension);
  }

  /** Milliseconds. */
  getExpiration(): number {
    return RESUMABLE_HOURS * 3_600_000;
  }

  /** @throws the API's refusal */
  async create(upload: Upload): Promise<Upload> {
    const { organizationId, owner } = this.#intake;
    const { id, metadata = {}, size = 0 } = upload;
    if (size === 0) throw this.#intake.refuse('The uploaded file is empty');
    if (JSON.stringify(metadata).length > MAX_METADATA)
      throw this.#intake.refuse('The metadata of the upload is too long');
    this.#intake.checkMetadata(metadata);
    await this.#services.database
      .transaction(
        async (tx) => {
          const begun = { organizationId, id, owner, metadata, size, createdAt: tx.now };
          if (!(await doBeginResumable(tx, begun, this.#services.config)))
            throw this.#intake.refuse('There are too many unfinished uploads');
        },
        { organizationId },
      )
      .catch((error: unknown) => {
        throw error instanceof QuotaExceeded ? this.#intake.refuseQuota() : error;
      });
    return upload;
  }

  async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata, createdAt } = await this.load(id);
    return new this.#tus.Upload({ id, size, offset: received, metadata, creation_date: createdAt.toISOString() });
  }

  /** Keeps what comes, also of a body that breaks off; makes the upload when all is there. Gives the new offset. */
  async write(body: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.load(id);
    const incoming = new Incoming(body);
    for (let start = offset; ; ) {
      await using part = await spool(this.#services, incoming.part(), upload.size - start).catch((error: unknown) => {
        throw error instanceof TooManyBytes ? this.#tus.ERRORS.ERR_MAX_SIZE_EXCEEDED : error;
      });
      if (part.size > 0 && start + part.size === upload.size) {
        await this.#finish(upload, start, part);
        return upload.size;
      }
      if (part.size > 0) await this.#append(upload, start, part);
      start += part.size;
      if (incoming.error !== undefined) throw this.#intake.refuse('The upload was cut off');
      if (incoming.ended) return start;
    }
  }

  async remove(id: string): Promise<void> {
    const { organizationId } = await this.load(id);
    await this.#services.database.transaction((tx) => doDeleteResumables(tx, organizationId, [id]), { organizationId });
  }

  /** Never called: there is no extension to tell the length later. */
  async declareUploadLength(): Promise<void> {
    throw this.#tus.ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION;
  }

  /** The job in `expire.ts` does. */
  async deleteExpired(): Promise<number> {
    return 0;
  }

  /** @throws the protocol's 404 for what is not there, or not this caller's */
  async load(id: string): Promise<ResumableUpload> {
    const { organizationId, owner } = this.#intake;
    const found = await loadResumable(this.#services.database.reader, organizationId, owner, id);
    if (!found) throw this.#tus.ERRORS.FILE_NOT_FOUND;
    return found;
  }

  async #append(upload: ResumableUpload, start: number, part: SpooledFile): Promise<void> {
    const { organizationId, id } = upload;
    const object = `part-${randomText(12)}`;
    const key = objectKey(upload, object);
    await fileStore(this.#services).put(key, part.path);
    const isNext = await this.#services.database.transaction(
      (tx) => appendPart(tx, upload, { start, size: part.size, object }),
      { organizationId },
    );
    if (isNext) return;
    // Should it stay, it goes with the others of the upload.
    await fileStore(this.#services)
      .delete(key)
      .catch(() => undefined);
    await this.load(id);
    throw this.#tus.ERRORS.INVALID_OFFSET;
  }

  /** Finishes an upload. A refusal is final and deletes everything. */
  async #finish(upload: ResumableUpload, start: number, last: SpooledFile): Promise<void> {
    const services = this.#services;
    try {
      const objects = await loadPartObjects(services.database.reader, upload);
      if (objects.length > MAX_PARTS) throw this.#intake.refuse('The upload has too many parts');
      await using joined =
        objects.length === 0 ? undefined : await spool(services, this.#join(upload, objects, last), upload.size);
      const whole = joined ?? last;
      if (whole.size !== upload.size) throw this.#tus.ERRORS.INVALID_OFFSET;
      await this.#intake.checkCaller();
      await this.#intake.take(whole, upload, async (tx, result) => {
        if (!(await doFinishResumable(tx, upload, start, result))) throw this.#tus.ERRORS.INVALID_OFFSET;
      });
    } catch (error) {
      if (error instanceof MissingObject) throw this.#tus.ERRORS.FILE_NOT_FOUND;
      // Somebody else has added to it meanwhile.
      if (error instanceof TooManyBytes) throw this.#tus.ERRORS.INVALID_OFFSET;
      if (this.#intake.isFinal(error)) await this.remove(upload.id);
      throw error;
    }
  }

  async *#join(upload: ResumableUpload, objects: readonly string[], last: SpooledFile): AsyncGenerator<Buffer> {
    for (const object of objects) yield* await fileStore(this.#services).read(objectKey(upload, object));
    yield* createReadStream(last.path, { highWaterMark: 256 * 1024 });
  }
}
