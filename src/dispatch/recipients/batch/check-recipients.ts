import { dispatchOperation } from '../../http/operation.ts';
import { accessOrganization } from '../../organization/access.ts';
import { checkRecipientBatch } from './actions.ts';
import { MAX_RECIPIENTS_MIB, RecipientResults, recipientBatch } from './input.ts';

export const checkRecipients = dispatchOperation({
  method: 'POST',
  path: '/recipients/batch/check',
  summary: 'Check up to 500 recipients as `POST /recipients/batch` would. Nothing is written',
  access: 'apiKey',
  body: recipientBatch,
  transport: { bodyMib: MAX_RECIPIENTS_MIB },
  answer: RecipientResults,
  onlyReads: () => true,
  write: async ({ tx }, { body }) => ({ results: await checkRecipientBatch(tx, await accessOrganization(tx), body) }),
});
