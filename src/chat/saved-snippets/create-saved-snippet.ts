import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doCreateSnippet } from './actions.ts';
import { Content, Title } from './saved-snippet.ts';
import { readSnippetContent, readTitle } from './texts.ts';

export const createSavedSnippet = chatOperation({
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Keep a text to use again',
  access: anyUser,
  params: { title: text(Title), content: text(Content) },
  answer: { saved_snippet_id: Type.Integer() },
  async write({ tx, caller }, given) {
    const read = { title: readTitle(given.title), content: readSnippetContent(given.content) };
    const { id } = await doCreateSnippet(tx, caller.organizationId, caller.userId, read);
    return { saved_snippet_id: id };
  },
});
