import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessInvitation } from './access.ts';
import { doRevokeInvitation } from './actions.ts';

export const revokeInvitation = chatOperation({
  method: 'DELETE',
  path: '/invites/:invite_id',
  summary: 'Revoke an invitation',
  access: anyUser,
  params: { invite_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { invite_id }) {
    await tx.position();
    await doRevokeInvitation(tx, await accessInvitation(tx, caller, tx.now, invite_id, 'email'));
    return {};
  },
});
