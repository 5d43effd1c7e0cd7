import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { snippetList } from './saved-snippet.ts';

export const deleteSavedSnippet = chatOperation({
  method: 'DELETE',
  path: '/saved_snippets/:saved_snippet_id',
  summary: "Delete one of the caller's saved snippets",
  access: anyUser,
  params: { saved_snippet_id: inPath(described(Id, 'ID of the snippet to delete.')) },
  answer: {},
  async write({ tx, caller }, { saved_snippet_id }) {
    await doRemoveItems(tx, snippetList, caller, [saved_snippet_id]);
    return {};
  },
});
