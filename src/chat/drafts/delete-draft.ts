import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doDeleteDraft } from './actions.ts';

export const deleteDraft = chatOperation({
  method: 'DELETE',
  path: '/drafts/:draft_id',
  summary: 'Delete a draft',
  access: anyUser,
  params: { draft_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { draft_id }) {
    await doDeleteDraft(tx, caller.organizationId, caller.userId, draft_id);
    return {};
  },
});
