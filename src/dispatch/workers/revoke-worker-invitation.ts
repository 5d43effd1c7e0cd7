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
    await doEndInvitation(tx, await accessWorkerForUpdate(tx, caller.organizationId, path.workerId!), unknown);
    return undefined;
  },
});
