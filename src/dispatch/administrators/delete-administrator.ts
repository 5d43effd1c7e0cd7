import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessMemberships } from '../teams/access.ts';
import { accessAdministratorForUpdate } from './access.ts';
import { doDeleteAdministrator } from './actions.ts';

export const deleteAdministratorOperation = dispatchOperation({
  method: 'DELETE',
  path: '/admins/:adminId',
  summary: 'Delete a dispatcher; the last manager of a team cannot be deleted',
  access: 'apiKey',
  wholeSight: true,
  ids: ['adminId'],
  errors: [1402],
  async write({ caller, tx }, { path }) {
    await accessMemberships(tx);
    const administrator = await accessAdministratorForUpdate(tx, path.adminId!);
    await doDeleteAdministrator(tx, administrator, actionContext(caller));
    return undefined;
  },
});
