import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { accessRecipientForUpdate } from './access.ts';
import { doUpdateRecipient } from './actions.ts';
import { recipientUpdate } from './input.ts';
import { presentRecipient, Recipient } from './present.ts';

export const updateRecipientOperation = dispatchOperation({
  method: 'PUT',
  path: '/recipients/:recipientId',
  summary: 'Change the given fields of a recipient',
  access: 'apiKey',
  ids: ['recipientId'],
  body: recipientUpdate,
  answer: Recipient,
  errors: [1004, 1402],
  async write({ caller, tx }, { path, body }) {
    const recipient = await accessRecipientForUpdate(tx, path.recipientId!);
    const organization = await accessOrganization(tx);
    return presentRecipient(await doUpdateRecipient(tx, organization, recipient, body, actionContext(caller)));
  },
});
