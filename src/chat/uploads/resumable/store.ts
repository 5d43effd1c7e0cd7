import { EventEmitter } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { DataStore, Upload } from '@tus/server';
import { objectKey, QuotaExceeded } from '../../../platform/files/files.ts';
import { fileStore } from '../../../platform/files/open-store.ts';
import { BadFileName, safeFileName } from '../../../platform/files/safe-name.ts';
import { type SpooledFile, spool, TooManyBytes } from '../../../platform/files/spool.ts';
import { MissingObject } from '../../../platform/files/store.ts';
import { randomText } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { badRequest, ChatError } from '../../http/errors.ts';
import { quotaRefusal, takeUpload, uploadQuota } from '../take-upload.ts';
import { doBeginResumable, doDeleteResumables, doFinishResumable } from './actions.ts';
import { RESUMABLE_HOURS } from './expire.ts';
import { Incoming } from './incoming.ts';
import { appendPart, loadPartObjects, loadResumable, type ResumableUpload } from './queries.ts';

/** The protocol's library; loaded with the first such upload. */
export type Tus = typeof import('@tus/server');

const MAX_METADATA = 4096;
/** Requests that bring next to nothing each are not what this is for. */
const MAX_PARTS = 10_000;

/**
 * Where the protocol's library keeps the uploads of one caller: each part an object of the file store, so that any process
 * goes on where another left off. Of two requests that bring the same part, the first to be written counts.
 */
export class ResumableStore extends EventEmitter implements DataStore {
  readonly extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  readonly #tus: Tus;
  readonly #services: Services;
  readonly #caller: ChatCaller;
  readonly #checkCaller: () => Promise<unknown>;

  /** @param checkCaller throws when the caller may no longer upload: bytes take their time */
  constructor(tus: Tus, services: Services, caller: ChatCaller, checkCaller: () => Promise<unknown>) {
    super();
    this.#tus = tus;
    this.#services = services;
    this.#caller = caller;
    this.#checkCaller = checkCaller;
  }

  hasExtension(extension: string): boolean {
    return this.extensions.includes(extension);
  }

  /** Milliseconds. */
  getExpiration(): number {
    return RESUMABLE_HOURS * 3_600_000;
  }

  /** @throws {ChatError} `BAD_REQUEST`, `REALM_UPLOAD_QUOTA` */
  async create(upload: Upload): Promise<Upload> {
    const { organizationId, userId } = this.#caller;
    const { metadata = {}, size = 0 } = upload;
    if (size === 0) throw badRequest('The uploaded file is empty');
    if (JSON.stringify(metadata).length > MAX_METADATA) throw badRequest('The metadata of the upload is too long');
    const name = nameIn(metadata);
    await this.#services.database
      .transaction(
        (tx) => {
          const begun = { organizationId, id: upload.id, ownerId: userId, name, metadata, size, createdAt: tx.now };
          return doBeginResumable(tx, begun, uploadQuota(this.#services));
        },
        { organizationId },
      )
      .catch((error: unknown) => {
        throw error instanceof QuotaExceeded ? quotaRefusal() : error;
      });
    return upload;
  }

  async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata, createdAt } = await this.#load(id);
    return new this.#tus.Upload({ id, size, offset: received, metadata, creation_date: createdAt.toISOString() });
  }

  /** Keeps what comes, also of a body that breaks off; makes the upload when all is there. Gives the new offset. */
  async write(body: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#load(id);
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
      if (incoming.error !== undefined) throw badRequest('The upload did not come to its end');
      if (incoming.ended) return start;
    }
  }

  async remove(id: string): Promise<void> {
    const { organizationId } = await this.#load(id);
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

  async #load(id: string): Promise<ResumableUpload> {
    const { organizationId, userId } = this.#caller;
    const found = await loadResumable(this.#services.database.reader, organizationId, userId, id);
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
    await this.#load(id);
    throw this.#tus.ERRORS.INVALID_OFFSET;
  }

  /** What is refused now stays so: nothing is left of it. */
  async #finish(upload: ResumableUpload, start: number, last: SpooledFile): Promise<void> {
    const { organizationId, id, size, name } = upload;
    const services = this.#services;
    try {
      const objects = await loadPartObjects(services.database.reader, upload);
      if (objects.length > MAX_PARTS) throw badRequest('The upload comes in too many parts');
      await using joined =
        objects.length === 0 ? undefined : await spool(services, this.#join(upload, objects, last), size);
      const whole = joined ?? last;
      if (whole.size !== size) throw this.#tus.ERRORS.INVALID_OFFSET;
      await this.#checkCaller();
      await takeUpload(
        services,
        this.#caller,
        whole,
        name,
        (taken) =>
          services.database.transaction(
            async (tx) => {
              const made = await doFinishResumable(tx, upload, start, taken, uploadQuota(services));
              if (!made) throw this.#tus.ERRORS.INVALID_OFFSET;
            },
            { organizationId, takesLog: true },
          ),
        size,
      );
    } catch (error) {
      if (error instanceof MissingObject) throw this.#tus.ERRORS.FILE_NOT_FOUND;
      // Somebody else has added to it meanwhile.
      if (error instanceof TooManyBytes) throw this.#tus.ERRORS.INVALID_OFFSET;
      // What is refused for now is kept: its last part comes again.
      if (error instanceof ChatError && error.code !== 'SERVICE_UNAVAILABLE') await this.remove(id);
      throw error;
    }
  }

  async *#join(upload: ResumableUpload, objects: readonly string[], last: SpooledFile): AsyncGenerator<Buffer> {
    for (const object of objects) yield* await fileStore(this.#services).read(objectKey(upload, object));
    yield* createReadStream(last.path, { highWaterMark: 256 * 1024 });
  }
}

/** client: uploaders call it `filename`, and most also `name`. */
function nameIn({ filename, name }: Record<string, string | null>): string {
  try {
    return safeFileName(filename ?? name ?? '');
  } catch (error) {
    throw error instanceof BadFileName ? badRequest(error.message) : error;
  }
}
