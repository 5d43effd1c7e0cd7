import { dispatchOperation } from '../http/operation.ts';
import { accessAdministratorForUpdate } from './access.ts';
import { doDeleteAdministrator } from './actions.ts';

export const deleteAdministrator = dispatchOperation({
  method: 'DELETE',
  path: '/admins/:adminId',
  summary: 'Deletes a dispatcher',
  access: 'apiKey',
  ids: ['adminId'],
  errors: [1402],
  async write({ caller, tx }, { path }) {
    const administrator = await accessAdministratorForUpdate(tx, caller.organizationId, path.adminId!);
    await doDeleteAdministrator(tx, administrator);
    return undefined;
  },
});
