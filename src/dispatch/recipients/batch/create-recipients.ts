import { actionContext } from '../../http/caller.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessOrganization } from '../../organization/access.ts';
import { doWriteRecipients } from './actions.ts';
import { MAX_RECIPIENTS_MIB, RecipientResults, recipientBatch } from './input.ts';

export const createRecipients = dispatchOperation({
  method: 'POST',
  path: '/recipients/batch',
  summary: 'Create up to 500 recipients, or update those whose phone numbers are known, each by itself',
  access: 'apiKey',
  body: recipientBatch,
  transport: { bodyMib: MAX_RECIPIENTS_MIB },
  answer: RecipientResults,
  async write({ tx, caller }, { body }) {
    return { results: await doWriteRecipients(tx, await accessOrganization(tx), body, actionContext(caller)) };
  },
});
