import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { markAsRead } from '../message-flags/mark-as-read.ts';
import { doAddItems } from '../owned-lists/actions.ts';
import { accessKnownUser } from '../users/access.ts';
import { mutedUserList } from './muted-user.ts';

/** Time limit for marking as read; messages left unread after it stay unread. */
const READING_MS = 10_000;

export const muteUser = chatOperation({
  method: 'POST',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Mute a person for the caller',
  access: anyUser,
  params: { muted_user_id: inPath(described(Id, 'ID of the person to mute.')) },
  answer: {},
  async write(request, { muted_user_id }) {
    const { tx, caller } = request;
    if (muted_user_id === caller.userId) throw badRequest('Cannot mute self');
    const { id } = await accessKnownUser(uncachedFacts(tx), caller, muted_user_id);
    const sent = [{ operator: 'sender', operand: id }];
    // Most of it before the log is held: nobody can send meanwhile. Then what came in between.
    await markAsRead(request, sent, READING_MS);
    await doAddItems(tx, mutedUserList, caller, [{ id, mutedAt: tx.now }]);
    await markAsRead(request, sent, 0);
    return {};
  },
});
