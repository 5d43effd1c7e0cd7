import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from './access.ts';
import { doEndInvitation, newTemporaryPassword } from './invitation.ts';

/** Ours: it went to a wrong number, or a phone was lost. */
export const revokeWorkerInvitation = dispatchOperation({
  method: 'DELETE',
  path: '/workers/:workerId/invitation',
  summary:
    'Take the invitation of a worker back who has not signed in yet: its password and link open nothing any more',
  access: 'apiKey',
  ids: ['workerId'],
  errors: [1402],
  prepare: ({ services }) => newTemporaryPassword(services),
  async write({ caller, tx }, { path }, unknown) {
    const { organizationId } = caller;
    const worker = await accessWorkerForUpdate(tx, organizationId, path.workerId!);
    await doEndInvitation(tx, worker, unknown);
    const object = { kind: 'worker', id: worker.id, name: worker.name };
    tx.audit({ organizationId, action: 'worker.invitation_revoked', object });
    return undefined;
  },
});
