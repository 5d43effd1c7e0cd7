import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { draftList } from './draft.ts';

export const deleteDraft = chatOperation({
  method: 'DELETE',
  path: '/drafts/:draft_id',
  summary: 'Delete a draft',
  access: anyUser,
  params: { draft_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { draft_id }) {
    await doRemoveItems(tx, draftList, caller, [draft_id]);
    return {};
  },
});
