import { Readable } from 'node:stream';
import { ChatError } from '../chat/http/errors.ts';
import { doNoteFile, NO_UPLOAD } from '../chat/imports/actions.ts';
import { attachmentsByIds } from '../chat/uploads/access.ts';
import { doImportAttachment } from '../chat/uploads/actions.ts';
import { type Attachment, uploadAddress } from '../chat/uploads/attachment.ts';
import { takeUpload } from '../chat/uploads/take-upload.ts';
import { uploadQuota } from '../platform/files/files.ts';
import { spool } from '../platform/files/spool.ts';
import type { Services } from '../platform/services.ts';
import { ArchiveError } from './archive/archive.ts';
import type { SourceFile } from './source.ts';

/** Uploads of an import, by the IDs that their files have in the archive. */
export interface ImportedFiles {
  /**
   * Makes an upload of a file unless there is one. One that cannot be had, or that no upload may be, stays a link.
   * @throws {ArchiveError} when it may be had later
   */
  take(file: SourceFile, ownerId: number): Promise<void>;
  addressOf(key: string): string | undefined;
  /** By path, as the renderer asks for them. */
  byPath: ReadonlyMap<string, Attachment>;
  /** Number of files that stayed links, in this run and in those before it. */
  readonly links: number;
}

/** @param known what an earlier run has made of files */
export async function openFiles(
  services: Services,
  organizationId: string,
  known: ReadonlyMap<string, number>,
): Promise<ImportedFiles> {
  const { database, config } = services;
  const before = await attachmentsByIds(database.reader.of(organizationId), [...known.values()]);
  const byKey = new Map<string, Attachment>();
  for (const [key, id] of known) if (before.has(id)) byKey.set(key, before.get(id)!);
  const byPath = new Map([...byKey.values()].map((attachment) => [attachment.pathId, attachment]));
  const links = new Set([...known.keys()].filter((key) => known.get(key) === NO_UPLOAD));
  const limit = config.uploadLimitMib * 2 ** 20;

  /** @returns undefined when no upload may be such a file */
  async function upload({ key, name }: SourceFile, bytes: Buffer, userId: number): Promise<Attachment | undefined> {
    await using spooled = await spool(services, Readable.from([bytes]), limit);
    return await takeUpload(services, { organizationId, userId }, spooled, name, (taken) =>
      // The file and what the archive calls it are one transaction: a run that goes on finds both or neither.
      database.transaction(
        async (tx) => {
          const made = await doImportAttachment(tx, taken, uploadQuota(services));
          await doNoteFile(tx, { kind: 'file', sourceId: key, targetId: made.id, before: known.get(key) });
          return made;
        },
        { organizationId },
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof ChatError)) throw error;
      if (error.code !== 'SERVICE_UNAVAILABLE') return undefined;
      throw new ArchiveError(
        'The virus scanner does not answer. Run the import again when it does; it continues where it stopped.',
      );
    });
  }

  return {
    byPath,
    get links() {
      return links.size;
    },
    addressOf(key) {
      const attachment = byKey.get(key);
      return attachment && uploadAddress(attachment.pathId);
    },
    async take(file, ownerId) {
      const { key } = file;
      if (byKey.has(key) || links.has(key)) return;
      const bytes = await file.fetch();
      const attachment = bytes === undefined || bytes.length > limit ? undefined : await upload(file, bytes, ownerId);
      if (attachment !== undefined) {
        byKey.set(key, attachment);
        byPath.set(attachment.pathId, attachment);
        return;
      }
      const note = { kind: 'file' as const, sourceId: key, targetId: NO_UPLOAD, before: known.get(key) };
      await database.transaction((tx) => doNoteFile(tx, note), { organizationId });
      links.add(key);
    },
  };
}
