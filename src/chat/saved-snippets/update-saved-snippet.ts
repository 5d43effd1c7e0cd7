import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, optional, text } from '../http/params.ts';
import { doUpdateSnippet } from './actions.ts';
import { Content, Title } from './saved-snippet.ts';
import { readSnippetContent, readTitle } from './texts.ts';

export const updateSavedSnippet = chatOperation({
  method: 'PATCH',
  path: '/saved_snippets/:saved_snippet_id',
  summary: 'Change a saved snippet',
  access: anyUser,
  params: { saved_snippet_id: inPath(Id), title: optional(text(Title)), content: optional(text(Content)) },
  answer: {},
  async write({ tx, caller }, { saved_snippet_id, title, content }) {
    if (title === undefined && content === undefined) throw badRequest('No new data is supplied');
    await doUpdateSnippet(tx, caller.organizationId, caller.userId, {
      id: saved_snippet_id,
      title: title === undefined ? undefined : readTitle(title),
      content: content === undefined ? undefined : readSnippetContent(content),
    });
    return {};
  },
});
