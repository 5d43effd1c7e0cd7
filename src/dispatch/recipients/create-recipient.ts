import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { doCreateRecipient } from './actions.ts';
import { recipientInput } from './input.ts';
import { presentRecipient, Recipient } from './present.ts';

export const createRecipient = dispatchOperation({
  method: 'POST',
  path: '/recipients',
  summary: 'Create a recipient, whose phone number must be new in the organization',
  access: 'apiKey',
  body: recipientInput,
  answer: Recipient,
  errors: [1004],
  async write({ caller, tx }, { body }) {
    const organization = await accessOrganization(tx);
    return presentRecipient(await doCreateRecipient(tx, organization, body, actionContext(caller)));
  },
});
