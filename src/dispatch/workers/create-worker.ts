import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { doCreateWorker, presentOneWorker } from './actions.ts';
import { workerInput } from './input.ts';
import { newTemporaryPassword } from './invitation.ts';
import { Worker } from './present.ts';

export const createWorker = dispatchOperation({
  method: 'POST',
  path: '/workers',
  summary: 'Create a worker and send them a temporary password by SMS',
  access: 'apiKey',
  body: workerInput,
  answer: Worker,
  errors: [1004, 1402],
  prepare: ({ services, caller }) => newTemporaryPassword(services, caller),
  async write({ caller, tx, services }, { body }, secret) {
    const organization = await accessOrganization(tx);
    const by = actionContext(caller);
    const row = await doCreateWorker(tx, organization, body, {
      secret,
      publicUrl: await organizationUrl(services, caller.organizationId),
      by,
    });
    return presentOneWorker(tx, row, await organizationUrl(services, caller.organizationId));
  },
});
