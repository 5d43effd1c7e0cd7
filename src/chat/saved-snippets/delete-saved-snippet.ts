import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doDeleteSnippet } from './actions.ts';

export const deleteSavedSnippet = chatOperation({
  method: 'DELETE',
  path: '/saved_snippets/:saved_snippet_id',
  summary: 'Delete a saved snippet',
  access: anyUser,
  params: { saved_snippet_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { saved_snippet_id }) {
    await doDeleteSnippet(tx, caller.organizationId, caller.userId, saved_snippet_id);
    return {};
  },
});
