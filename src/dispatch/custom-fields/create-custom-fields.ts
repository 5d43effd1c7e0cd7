import { dispatchOperation } from '../http/operation.ts';
import { doCreateFields } from './actions.ts';
import { customFieldsInput } from './field.ts';

export const createCustomFields = dispatchOperation({
  method: 'POST',
  path: '/customFields',
  summary: 'Define custom fields, up to 100 at a time',
  access: 'apiKey',
  body: customFieldsInput,
  errors: [1004],
  async write({ tx }, { body }) {
    await doCreateFields(tx, body);
    return undefined;
  },
});
