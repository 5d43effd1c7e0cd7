import { uncachedFacts } from '../../platform/events/facts.ts';
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
  params: { draft_id: inPath(Id), draft: json(DraftInput) },
  answer: {},
  async write({ tx, caller }, { draft_id, draft }) {
    const facts = uncachedFacts(tx);
    await checkStoresDrafts(tx, facts, caller);
    await doUpdateItem(tx, draftList, caller, draft_id, await readDraft(facts, caller, draft, tx.now));
    return {};
  },
});
