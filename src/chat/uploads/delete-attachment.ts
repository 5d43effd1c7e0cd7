import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessOwnAttachment } from './access.ts';
import { doDeleteAttachments } from './actions.ts';

export const deleteAttachment = chatOperation({
  method: 'DELETE',
  path: '/attachments/:attachment_id',
  summary: "Delete an upload of the caller's own",
  access: anyUser,
  params: { attachment_id: inPath(described(Id, 'ID of the file to delete.')) },
  answer: {},
  async write({ tx, caller }, { attachment_id }) {
    await tx.position();
    const { id } = await accessOwnAttachment(tx, caller, attachment_id);
    await doDeleteAttachments(tx, [id]);
    return {};
  },
});
