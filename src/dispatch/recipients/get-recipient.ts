import { dispatchOperation } from '../http/operation.ts';
import { accessRecipient } from './access.ts';
import { presentRecipient, Recipient } from './present.ts';

export const getRecipient = dispatchOperation({
  method: 'GET',
  path: '/recipients/:recipientId',
  summary: 'Get a recipient by its ID',
  access: 'apiKey',
  ids: ['recipientId'],
  answer: Recipient,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentRecipient(await accessRecipient(reader, path.recipientId!));
  },
});
