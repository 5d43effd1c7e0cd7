import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { accessMemberships } from '../teams/access.ts';
import { accessAdministratorForUpdate } from './access.ts';
import { doUpdateAdministrator } from './actions.ts';
import { administratorUpdate } from './input.ts';
import { Administrator, presentAdministrator } from './present.ts';

export const updateAdministratorOperation = dispatchOperation({
  method: 'PUT',
  path: '/admins/:adminId',
  summary:
    'Changes the given fields of a dispatcher. A new address before the account is confirmed sends a new invitation, at most once a minute',
  access: 'apiKey',
  wholeSight: true,
  ids: ['adminId'],
  body: administratorUpdate,
  answer: Administrator,
  errors: [1004, 1402],
  async write({ caller, tx, services }, { path, body }) {
    if (body.teams) await accessMemberships(tx);
    const administrator = await accessAdministratorForUpdate(tx, path.adminId!);
    const organization = await accessOrganization(tx);
    const event = { publicUrl: await organizationUrl(services, organization.id), by: actionContext(caller) };
    return presentAdministrator(await doUpdateAdministrator(tx, organization, administrator, body, event));
  },
});
