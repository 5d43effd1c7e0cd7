import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadItems } from '../owned-lists/access.ts';
import { DraftObject, draftList, presentDraft } from './draft.ts';

export const getDrafts = chatOperation({
  method: 'GET',
  path: '/drafts',
  summary: "List the caller's drafts, last edited first",
  access: anyUser,
  params: {},
  answer: {
    count: Type.Integer({ description: 'Number of drafts in the list.' }),
    drafts: Type.Array(DraftObject, { description: 'All drafts, last edited first.' }),
  },
  async read({ reader, caller }) {
    const items = await loadItems(reader, draftList, caller);
    return { count: items.length, drafts: items.map(presentDraft) };
  },
});
