import { dispatchOperation } from '../http/operation.ts';
import { doDeleteFields } from './actions.ts';
import { customFieldsDeletion } from './field.ts';

export const deleteCustomFields = dispatchOperation({
  method: 'DELETE',
  path: '/customFields',
  summary: 'Delete custom fields. Tasks show their values no more',
  access: 'apiKey',
  body: customFieldsDeletion,
  errors: [1402],
  async write({ tx }, { body }) {
    await doDeleteFields(tx, body);
    return undefined;
  },
});
