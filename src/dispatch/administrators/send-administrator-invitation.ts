import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { keyOfResent, resentTooSoon, SentInvitation, sentInvitationOf } from '../organization/sent-invitation.ts';
import { accessAdministratorForUpdate } from './access.ts';
import { doEndAdministratorInvitation } from './actions.ts';
import { doInviteAdministrator } from './invitation.ts';

/** Ours: an e-mail gets lost, and its link gets old. */
export const sendAdministratorInvitation = dispatchOperation({
  method: 'POST',
  path: '/admins/:adminId/invitation',
  summary: 'Resend the confirmation e-mail of an administrator, at most once a minute. The earlier link stops working',
  access: 'apiKey',
  wholeSight: true,
  ids: ['adminId'],
  answer: Type.Object({ invitation: described(SentInvitation, 'The valid invitation.') }),
  errors: [1402],
  async write({ caller: { organizationId }, tx, services }, { path }) {
    const administrator = await accessAdministratorForUpdate(tx, path.adminId!);
    await doEndAdministratorInvitation(tx, administrator);
    const organization = await accessOrganization(tx);
    const publicUrl = await organizationUrl(services, organizationId);
    const key = keyOfResent(tx, administrator.id);
    if (!(await doInviteAdministrator(tx, organization, administrator, publicUrl, key))) throw resentTooSoon();
    const object = { kind: 'administrator', id: administrator.id, name: administrator.name };
    tx.audit({ organizationId, action: 'administrator.invitation_sent', object });
    return { invitation: await sentInvitationOf(tx, administrator.personId, tx.now) };
  },
});
