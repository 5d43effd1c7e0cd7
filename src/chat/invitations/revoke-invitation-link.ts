import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessInvitation } from './access.ts';
import { doRevokeInvitation } from './actions.ts';

export const revokeInvitationLink = chatOperation({
  method: 'DELETE',
  path: '/invites/multiuse/:invite_id',
  summary: 'Revoke an invitation link for many people',
  access: anyUser,
  params: { invite_id: inPath(described(Id, 'ID of the invitation link. It stops working.')) },
  answer: {},
  async write({ tx, caller }, { invite_id }) {
    await tx.position();
    await doRevokeInvitation(tx, await accessInvitation(tx, caller, tx.now, invite_id, 'multiuse'));
    return {};
  },
});
