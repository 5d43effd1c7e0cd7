import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json } from '../http/params.ts';
import { doUpdateItem } from '../owned-lists/actions.ts';
import { checkStoresDrafts } from './access.ts';
import { DraftInput, draftList } from './draft.ts';
import { readDraft } from './read-draft.ts';

export const updateDraftOperation = chatOperation({
  method: 'PATCH',
  path: '/drafts/:draft_id',
  summary: 'Change a draft',
  access: anyUser,
  params: {
    draft_id: inPath(described(Id, 'ID of the draft to change.')),
    draft: json(described(DraftInput, 'The whole draft as it is from now on.')),
  },
  answer: {},
  async write({ tx, caller }, { draft_id, draft }) {
    const facts = uncachedFacts(tx);
    await checkStoresDrafts(tx, facts, caller);
    await doUpdateItem(tx, draftList, caller, draft_id, await readDraft(facts, caller, draft, tx.now));
    return {};
  },
});
