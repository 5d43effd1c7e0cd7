import { dispatchOperation } from '../http/operation.ts';
import { doCreateFields } from './actions.ts';
import { customFieldsInput } from './field.ts';

export const createCustomFields = dispatchOperation({
  method: 'POST',
  path: '/customFields',
  summary: 'Defines custom fields',
  access: 'apiKey',
  body: customFieldsInput,
  errors: [1004],
  async write({ tx }, { body }) {
    await doCreateFields(tx, body);
    return undefined;
  },
});
