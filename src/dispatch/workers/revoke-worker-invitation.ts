import { hasChosenPassword } from '../driver/access.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from './access.ts';
import { doEndInvitation, newTemporaryPassword } from './invitation.ts';

/** Ours: it went to a wrong number, or a phone was lost. */
export const revokeWorkerInvitation = dispatchOperation({
  method: 'DELETE',
  path: '/workers/:workerId/invitation',
  summary: 'Revoke the invitation of a worker who has not signed in yet. Its password and link stop working',
  access: 'apiKey',
  ids: ['workerId'],
  errors: [1402],
  prepare: ({ services, caller }) => newTemporaryPassword(services, caller),
  async write({ caller, tx }, { path }, secret) {
    const { organizationId } = caller;
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    const hasChosen = await hasChosenPassword(tx, worker.id);
    // The password that takes its place is told to nobody.
    await doEndInvitation(tx, worker, { hasChosen, secret });
    const object = { kind: 'worker', id: worker.id, name: worker.name };
    tx.audit({ organizationId, action: 'worker.invitation_revoked', object });
    return undefined;
  },
});
