import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessRecipientByName } from './access.ts';
import { presentRecipient, Recipient } from './present.ts';

export const getRecipientByName = dispatchOperation({
  method: 'GET',
  path: '/recipients/name/:name',
  summary: 'Get the recipient with exactly this name, in upper or lower case',
  access: 'apiKey',
  pathParams: { name: Type.String({ description: 'The whole name; upper and lower case are the same.' }) },
  answer: Recipient,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentRecipient(await accessRecipientByName(reader, path.name));
  },
});
