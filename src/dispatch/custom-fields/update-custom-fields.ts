import { dispatchOperation } from '../http/operation.ts';
import { doUpdateFields } from './actions.ts';
import { customFieldsUpdate } from './field.ts';

export const updateCustomFields = dispatchOperation({
  method: 'PUT',
  path: '/customFields',
  summary: 'Change the given members of custom fields',
  access: 'apiKey',
  body: customFieldsUpdate,
  errors: [1402],
  async write({ tx }, { body }) {
    await doUpdateFields(tx, body);
    return undefined;
  },
});
