import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { loadSnippetsOf } from './queries.ts';
import { presentSnippet, SavedSnippetObject } from './saved-snippet.ts';

export const getSavedSnippets = chatOperation({
  method: 'GET',
  path: '/saved_snippets',
  summary: "The caller's saved snippets",
  access: anyUser,
  params: {},
  answer: { saved_snippets: Type.Array(SavedSnippetObject) },
  async read({ reader, caller }) {
    const snippets = await loadSnippetsOf(reader, caller.organizationId, caller.userId);
    return { saved_snippets: snippets.map(presentSnippet) };
  },
});
