import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { renderMessage } from '../markdown/index.ts';
import { readContent } from '../reading/content.ts';
import { renderOptions } from '../reading/render-options.ts';
import { uploadsIn } from '../uploads/access.ts';
import { accessUserById } from '../users/access.ts';
import { mentionDirectory } from './mentions/directory.ts';

export const renderMessageOperation = chatOperation({
  method: 'POST',
  path: '/messages/render',
  summary: 'Render a text as a message of the caller',
  access: anyUser,
  params: { content: text(Type.String({ description: 'Markdown to render.' })) },
  answer: { rendered: Type.String({ description: 'HTML, as a message with that content has it.' }) },
  async read({ services, reader, caller }, params) {
    const facts = services.state;
    const content = readContent(params.content);
    const author = await accessUserById(facts.of(caller.organizationId), caller.userId);
    const directory = await mentionDirectory(reader, facts.of(reader.organizationId), caller, content);
    const options = await renderOptions(services, facts.of(caller.organizationId), author);
    const uploads = await uploadsIn(reader, facts.of(reader.organizationId), caller, content);
    return { rendered: renderMessage(content, directory, { ...options, uploads }).html };
  },
});
