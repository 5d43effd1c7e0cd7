import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessInvitation } from './access.ts';
import { doResendInvitation } from './actions.ts';

export const resendInvitation = chatOperation({
  method: 'POST',
  path: '/invites/:invite_id/resend',
  summary: 'Send an invitation again, with a new link',
  access: anyUser,
  params: { invite_id: inPath(described(Id, 'ID of the invitation to send again.')) },
  answer: {},
  errors: ['INVITATION_FAILED'],
  async write({ tx, caller, services }, { invite_id }) {
    await tx.position();
    await doResendInvitation(tx, services, await accessInvitation(tx, caller, tx.now, invite_id, 'email'));
    return {};
  },
});
