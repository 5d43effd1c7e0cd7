import { dispatchOperation } from '../http/operation.ts';
import { doDeleteFields } from './actions.ts';
import { customFieldsDeletion } from './field.ts';

export const deleteCustomFields = dispatchOperation({
  method: 'DELETE',
  path: '/customFields',
  summary: 'Delete custom fields. Tasks no longer show their values',
  access: 'apiKey',
  body: customFieldsDeletion,
  errors: [1402],
  async write({ tx }, { body }) {
    await doDeleteFields(tx, body);
    return undefined;
  },
});
