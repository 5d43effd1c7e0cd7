import { Type } from 'typebox';
import { usedBytes } from '../../platform/files/files.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { AttachmentObject, presentAttachment } from './present.ts';
import { loadAttachmentsOf, loadReferences } from './queries.ts';

/** More than that are the newest. */
const MAX_ATTACHMENTS = 5000;

export const getAttachments = chatOperation({
  method: 'GET',
  path: '/attachments',
  summary: "List the caller's uploads, and the messages that refer to them",
  access: anyUser,
  params: {},
  answer: {
    attachments: Type.Array(AttachmentObject, { description: 'Files that the caller uploaded.' }),
    upload_space_used: Type.Integer({ description: 'Bytes that all uploads of the organization take.' }),
  },
  async read({ caller, reader }) {
    const { organizationId, userId } = caller;
    const attachments = await loadAttachmentsOf(reader, userId, MAX_ATTACHMENTS);
    const references = await loadReferences(
      reader,
      attachments.map(({ id }) => id),
    );
    const byAttachment = Map.groupBy(references, ({ attachmentId }) => attachmentId);
    return {
      attachments: attachments.map((attachment) =>
        presentAttachment(attachment, byAttachment.get(attachment.id) ?? []),
      ),
      upload_space_used: await usedBytes(reader, organizationId),
    };
  },
});
