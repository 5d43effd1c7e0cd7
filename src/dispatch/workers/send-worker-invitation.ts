import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { hasChosenPassword } from '../driver/access.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { SentInvitation, sentInvitationOf } from '../organization/sent-invitation.ts';
import { accessWorkerForUpdate, findPersonIdOfWorker } from './access.ts';
import { doInviteAgain, newTemporaryPassword } from './invitation.ts';

/** Ours: an SMS gets lost, and a temporary password gets old. */
export const sendWorkerInvitation = dispatchOperation({
  method: 'POST',
  path: '/workers/:workerId/invitation',
  summary:
    'Resend the invitation of a worker who has not signed in yet, at most once a minute. The earlier one stops working',
  access: 'apiKey',
  ids: ['workerId'],
  answer: Type.Object({ invitation: described(SentInvitation, 'The invitation that was sent.') }),
  errors: [1402],
  prepare: ({ services, caller }) => newTemporaryPassword(services, caller),
  async write({ caller: { organizationId }, tx, services }, { path }, secret) {
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    const organization = await accessOrganization(tx);
    const hasChosen = await hasChosenPassword(tx, worker.id);
    await doInviteAgain(
      tx,
      organization,
      worker,
      { hasChosen, secret },
      await organizationUrl(services, organizationId),
    );
    const object = { kind: 'worker', id: worker.id, name: worker.name };
    tx.audit({ organizationId, action: 'worker.invitation_sent', object });
    const personId = await findPersonIdOfWorker(tx, worker.id);
    return { invitation: await sentInvitationOf(tx, personId, tx.now) };
  },
});
