import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, optional, text } from '../http/params.ts';
import { doUpdateItem } from '../owned-lists/actions.ts';
import { Content, snippetList, Title } from './saved-snippet.ts';
import { readSnippetContent, readTitle } from './texts.ts';

export const updateSavedSnippet = chatOperation({
  method: 'PATCH',
  path: '/saved_snippets/:saved_snippet_id',
  summary: 'Change a saved snippet',
  access: anyUser,
  params: {
    saved_snippet_id: inPath(described(Id, 'ID of the snippet to change.')),
    title: optional(text(described(Title, 'New title, at most 60 characters.'))),
    content: optional(text(described(Content, 'New Markdown, at most 10 000 characters.'))),
  },
  answer: {},
  async write({ tx, caller }, { saved_snippet_id, title, content }) {
    if (title === undefined && content === undefined) throw badRequest('No new data is supplied');
    await doUpdateItem(tx, snippetList, caller, saved_snippet_id, {
      ...(title === undefined ? {} : { title: readTitle(title) }),
      ...(content === undefined ? {} : { content: readSnippetContent(content) }),
    });
    return {};
  },
});
