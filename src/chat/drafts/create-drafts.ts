import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json } from '../http/params.ts';
import { doAddItems } from '../owned-lists/actions.ts';
import { checkStoresDrafts } from './access.ts';
import { type Draft, DraftInput, draftList, MAX_DRAFTS } from './draft.ts';
import { readDraft } from './read-draft.ts';

export const createDrafts = chatOperation({
  method: 'POST',
  path: '/drafts',
  summary: 'Create drafts of the caller',
  access: anyUser,
  params: {
    drafts: json(
      Type.Array(DraftInput, { maxItems: MAX_DRAFTS, description: 'New drafts. A person can have 500 at most.' }),
    ),
  },
  answer: { ids: Type.Array(Type.Integer(), { description: 'IDs of the new drafts, in the order of the request.' }) },
  async write({ tx, caller }, given) {
    const facts = uncachedFacts(tx);
    await checkStoresDrafts(tx, facts, caller);
    const read: Omit<Draft, 'id'>[] = [];
    for (const draft of given.drafts) read.push(await readDraft(facts, caller, draft, tx.now));
    const created = await doAddItems(tx, draftList, caller, read);
    return { ids: created.map(({ id }) => id) };
  },
});
