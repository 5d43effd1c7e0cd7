import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { doCreateAdministrator } from './actions.ts';
import { administratorInput } from './input.ts';
import { Administrator, presentAdministrator } from './present.ts';

export const createAdministrator = dispatchOperation({
  method: 'POST',
  path: '/admins',
  summary: 'Create a dispatcher and send the confirmation e-mail',
  access: 'apiKey',
  wholeSight: true,
  body: administratorInput,
  answer: Administrator,
  errors: [1004, 1402],
  async write({ caller, tx, services }, { body }) {
    const organization = await accessOrganization(tx);
    const event = { publicUrl: await organizationUrl(services, organization.id), by: actionContext(caller) };
    return presentAdministrator(await doCreateAdministrator(tx, organization, body, event));
  },
});
