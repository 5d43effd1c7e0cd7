import { dispatchOperation } from '../http/operation.ts';
import { accessAdministratorForUpdate } from './access.ts';
import { doEndAdministratorInvitation } from './actions.ts';

/** Ours: it went to a wrong address. */
export const revokeAdministratorInvitation = dispatchOperation({
  method: 'DELETE',
  path: '/admins/:adminId/invitation',
  summary: 'Revoke the invitation of an administrator who has not confirmed the account. Its link stops working',
  access: 'apiKey',
  wholeSight: true,
  ids: ['adminId'],
  errors: [1402],
  async write({ caller, tx }, { path }) {
    const { organizationId } = caller;
    const administrator = await accessAdministratorForUpdate(tx, path.adminId!);
    await doEndAdministratorInvitation(tx, administrator);
    const object = { kind: 'administrator', id: administrator.id, name: administrator.name };
    tx.audit({ organizationId, action: 'administrator.invitation_revoked', object });
    return undefined;
  },
});
