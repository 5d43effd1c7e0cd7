import { type Static, Type } from 'typebox';
import type { Attachment } from './attachment.ts';
import type { UploadReferenceRow } from './queries.ts';

/** An upload on the wire. Times are milliseconds: they became seconds at level 443, and 421 is announced. */
export const AttachmentObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the file.' }),
    name: Type.String({ description: 'Name of the file as it was uploaded.' }),
    path_id: Type.String({ description: "Part of the file's address after `/user_uploads/`." }),
    size: Type.Integer({ description: 'Size in bytes.' }),
    create_time: Type.Integer({ description: 'When the file was uploaded, in milliseconds since 1970.' }),
    messages: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'ID of the message.' }),
        date_sent: Type.Integer({ description: 'When the message was sent, in milliseconds since 1970.' }),
      }),
      { description: 'Messages that refer to the file.' },
    ),
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
