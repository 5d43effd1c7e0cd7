import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { DraftObject, presentDraft } from './draft.ts';
import { loadDraftsOf } from './queries.ts';

export const getDrafts = chatOperation({
  method: 'GET',
  path: '/drafts',
  summary: "The caller's drafts, the one that was edited last first",
  access: anyUser,
  params: {},
  answer: { count: Type.Integer(), drafts: Type.Array(DraftObject) },
  async read({ reader, caller }) {
    const drafts = await loadDraftsOf(reader, caller.organizationId, caller.userId);
    return { count: drafts.length, drafts: drafts.map(presentDraft) };
  },
});
