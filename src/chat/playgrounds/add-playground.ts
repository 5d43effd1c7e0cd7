import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doAddPlayground } from './actions.ts';

export const addPlayground = chatOperation({
  method: 'POST',
  path: '/realm/playgrounds',
  since: 49,
  summary: 'Add a playground, where people can try code of a language',
  access: administrators,
  params: {
    name: text(Type.String({ maxLength: 100, description: 'Name of the playground, at most 100 characters.' })),
    pygments_language: text(
      Type.String({ maxLength: 40, description: 'Language of the code blocks that can be opened in it.' }),
    ),
    url_template: text(
      Type.String({ maxLength: 1000, description: 'URI template (RFC 6570) with `code` as its only variable.' }),
    ),
  },
  answer: { id: Type.Integer({ description: 'ID of the new playground.' }) },
  async write({ tx, caller }, { name, pygments_language, url_template }) {
    const given = { name: name.trim(), language: pygments_language.trim(), urlTemplate: url_template.trim() };
    return { id: await doAddPlayground(tx, caller, given) };
  },
});
