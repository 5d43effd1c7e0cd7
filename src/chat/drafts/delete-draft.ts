import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { draftList } from './draft.ts';

export const deleteDraft = chatOperation({
  method: 'DELETE',
  path: '/drafts/:draft_id',
  summary: "Delete one of the caller's drafts",
  access: anyUser,
  params: { draft_id: inPath(described(Id, 'ID of the draft to delete.')) },
  answer: {},
  async write({ tx, caller }, { draft_id }) {
    await doRemoveItems(tx, draftList, caller, [draft_id]);
    return {};
  },
});
