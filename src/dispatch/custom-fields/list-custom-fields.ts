import { Type } from 'typebox';
import { notFound } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { CustomField } from './custom-field.ts';
import { listFields } from './queries.ts';

export const listCustomFields = dispatchOperation({
  method: 'GET',
  path: '/customFields/:model',
  summary: 'List the custom fields of a kind of object, of one integration or all',
  access: 'apiKey',
  pathParams: { model: Type.String({ description: 'Kind of object: `Task`.' }) },
  query: { integration: Type.String({ maxLength: 200, description: 'Fields that belong to this program only.' }) },
  answer: Type.Object({ fields: Type.Array(CustomField, { description: 'The custom fields.' }) }),
  errors: [1402],
  async read({ reader }, { path, query }) {
    if (path.model !== 'Task') throw notFound('Only tasks have custom fields.');
    return { fields: await listFields(reader, path.model, query.integration) };
  },
});
