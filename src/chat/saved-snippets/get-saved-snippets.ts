import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadItems } from '../owned-lists/access.ts';
import { presentSnippet, SavedSnippetObject, snippetList } from './saved-snippet.ts';

export const getSavedSnippets = chatOperation({
  method: 'GET',
  path: '/saved_snippets',
  summary: "The caller's saved snippets",
  access: anyUser,
  params: {},
  answer: {
    saved_snippets: Type.Array(SavedSnippetObject, { description: 'Snippets of the caller, the oldest first.' }),
  },
  async read({ reader, caller }) {
    return { saved_snippets: (await loadItems(reader, snippetList, caller)).map(presentSnippet) };
  },
});
