import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doAddItems } from '../owned-lists/actions.ts';
import { Content, snippetList, Title } from './saved-snippet.ts';
import { readSnippetContent, readTitle } from './texts.ts';

export const createSavedSnippet = chatOperation({
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Keep a text to use again',
  access: anyUser,
  params: {
    title: text(described(Title, 'Title of the snippet, at most 60 characters.')),
    content: text(described(Content, 'Markdown of the snippet, at most 10 000 characters.')),
  },
  answer: { saved_snippet_id: Type.Integer({ description: 'ID of the new snippet.' }) },
  async write({ tx, caller }, given) {
    const { title, content } = given;
    const read = { title: readTitle(title), content: readSnippetContent(content), createdAt: tx.now };
    const [snippet] = await doAddItems(tx, snippetList, caller, [read]);
    return { saved_snippet_id: snippet!.id };
  },
});
