import type { Reader } from '../../../platform/db/reader.ts';
import { ORIGINAL, objectKey } from '../../../platform/files/files.ts';
import { fileStore } from '../../../platform/files/open-store.ts';
import { BadPicture, resizePicture } from '../../../platform/files/pictures.ts';
import { spool } from '../../../platform/files/spool.ts';
import { MissingObject } from '../../../platform/files/store.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { replacePlaceholder } from '../../markdown/index.ts';
import { doRerender } from '../../messages/edit/actions.ts';
import { MAKE_PREVIEWS } from '../actions.ts';
import type { Attachment } from '../attachment.ts';
import { previewFormats } from '../preview-formats.ts';
import { loadAttachmentsByIds, loadReferringIds, setPreview } from '../queries.ts';

/** Messages rewritten in one transaction. */
const PAGE = 50;

/** Makes the previews of an uploaded picture, outside any request, and puts them into the messages that wait for them. */
export const makePreviews = defineJob<{ organizationId: string; id: number }>({
  queue: MAKE_PREVIEWS,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 30,
  concurrency: 1,
  turns: {},
  async handle(services, { organizationId, id }) {
    const { database } = services;
    const attachment = await load(database.reader.of(organizationId), id);
    if (!attachment?.picture) return;
    if (attachment.picture.preview === 'waiting') {
      const preview = await make(services, attachment);
      await database.transaction(
        async (tx) => {
          // A message sent meanwhile was either written before, or its sender knows the preview.
          await tx.position();
          await setPreview(tx, id, preview);
        },
        { organizationId, takesLog: true },
      );
    }
    await rewriteMessages(services, organizationId, id);
  },
});

async function load(reader: Reader, id: number): Promise<Attachment | undefined> {
  const [attachment] = await loadAttachmentsByIds(reader, [id]);
  return attachment;
}

async function make(services: Services, { organizationId, fileId, size, picture }: Attachment) {
  const store = fileStore(services);
  const file = { organizationId, id: fileId };
  try {
    await using original = await spool(services, await store.read(objectKey(file, ORIGINAL)), size);
    for (const { name, max_width, max_height, format, animated } of previewFormats) {
      if (animated && picture!.frames === 1) continue;
      const form = { width: max_width, height: max_height, fit: 'inside', format, animated } as const;
      await store.put(objectKey(file, name), await resizePicture({ organizationId }, original.path, form));
    }
    return 'made' as const;
  } catch (error) {
    // Its head could be read, but not the rest; or it was deleted meanwhile.
    if (error instanceof BadPicture || error instanceof MissingObject) return 'failed' as const;
    throw error;
  }
}

async function rewriteMessages({ database }: Services, organizationId: string, id: number): Promise<void> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const attachment = await load(database.reader.of(organizationId), id);
    if (!attachment) return;
    const { pathId } = attachment;
    const ids = await loadReferringIds(database.reader.of(organizationId), id, before, PAGE);
    if (ids.length > 0)
      await database.transaction((tx) => doRerender(tx, ids, (html) => replacePlaceholder(html, pathId, attachment)), {
        organizationId,
      });
    if (ids.length < PAGE) return;
    before = ids.at(-1)!;
  }
}
