import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doAddPlayground } from './actions.ts';

export const addPlayground = chatOperation({
  method: 'POST',
  path: '/realm/playgrounds',
  since: 49,
  summary: 'Add a place where code of a language can be tried',
  access: administrators,
  params: {
    name: text(Type.String({ maxLength: 100 })),
    pygments_language: text(Type.String({ maxLength: 40 })),
    url_template: text(Type.String({ maxLength: 1000 })),
  },
  answer: { id: Type.Integer() },
  async write({ tx, caller }, { name, pygments_language, url_template }) {
    const given = { name: name.trim(), language: pygments_language.trim(), urlTemplate: url_template.trim() };
    return { id: await doAddPlayground(tx, caller, given) };
  },
});
