import { type Static, Type } from 'typebox';
import type { Attachment } from './attachment.ts';
import type { UploadReferenceRow } from './queries.ts';

/** An upload on the wire. Times are milliseconds: they became seconds at level 443, and 421 is announced. */
export const AttachmentObject = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    path_id: Type.String(),
    size: Type.Integer(),
    create_time: Type.Integer(),
    messages: Type.Array(Type.Object({ id: Type.Integer(), date_sent: Type.Integer() })),
  },
  { additionalProperties: false },
);

/** @param references of any uploads */
export function presentAttachment(
  { id, name, pathId, size, createdAt }: Attachment,
  references: readonly UploadReferenceRow[],
): Static<typeof AttachmentObject> {
  return {
    id,
    name,
    path_id: pathId,
    size,
    create_time: createdAt.getTime(),
    messages: references
      .filter(({ attachmentId }) => attachmentId === id)
      .map(({ messageId, sentAt }) => ({ id: messageId, date_sent: sentAt.getTime() })),
  };
}
