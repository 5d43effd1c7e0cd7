import { Readable } from 'node:stream';
import { ChatError } from '../chat/http/errors.ts';
import { doNoteIds } from '../chat/imports/actions.ts';
import { attachmentsByIds } from '../chat/uploads/access.ts';
import { doImportAttachment } from '../chat/uploads/actions.ts';
import { type Attachment, uploadAddress } from '../chat/uploads/attachment.ts';
import { takeUpload } from '../chat/uploads/take-upload.ts';
import { uploadQuota } from '../platform/files/files.ts';
import { spool } from '../platform/files/spool.ts';
import type { Services } from '../platform/services.ts';
import type { SourceFile } from './source.ts';

/** Uploads of an import, by the IDs that their files have in the archive. */
export interface ImportedFiles {
  /** Makes an upload of a file unless there is one. Nothing comes of one that cannot be had, or that an upload may not be. */
  take(file: SourceFile, ownerId: number): Promise<void>;
  addressOf(key: string): string | undefined;
  /** By path, as the renderer asks for them. */
  byPath: ReadonlyMap<string, Attachment>;
}

/** @param known uploads that an earlier run has made */
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
  const limit = config.uploadLimitMib * 2 ** 20;
  return {
    byPath,
    addressOf(key) {
      const attachment = byKey.get(key);
      return attachment && uploadAddress(attachment.pathId);
    },
    async take(file, ownerId) {
      if (byKey.has(file.key)) return;
      const bytes = await file.fetch();
      if (bytes === undefined || bytes.length > limit) return;
      await using spooled = await spool(services, Readable.from([bytes]), limit);
      const owner = { organizationId, userId: ownerId };
      const attachment = await takeUpload(services, owner, spooled, file.name, (taken) =>
        // The file and what the archive calls it are one transaction: a run that goes on finds both or neither.
        database.transaction(
          async (tx) => {
            const made = await doImportAttachment(tx, taken, uploadQuota(services));
            await doNoteIds(tx, [{ kind: 'file', source_id: file.key, target_id: made.id }]);
            return made;
          },
          { organizationId },
        ),
      ).catch((error: unknown) => {
        if (error instanceof ChatError) return undefined;
        throw error;
      });
      if (attachment === undefined) return;
      byKey.set(file.key, attachment);
      byPath.set(attachment.pathId, attachment);
    },
  };
}
