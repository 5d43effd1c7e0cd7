import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { loadItems } from '../owned-lists/access.ts';
import { doRemoveItems } from '../owned-lists/actions.ts';
import { accessKnownUser } from '../users/access.ts';
import { mutedUserList } from './muted-user.ts';

export const unmuteUser = chatOperation({
  method: 'DELETE',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Unmute a person for the caller',
  access: anyUser,
  params: { muted_user_id: inPath(described(Id, 'ID of the person to unmute.')) },
  answer: {},
  async write({ tx, caller }, { muted_user_id }) {
    const muted = await loadItems(tx, mutedUserList, caller);
    // A mute can be undone even if the muter may no longer know of the person.
    if (!muted.some(({ id }) => id === muted_user_id)) await accessKnownUser(uncachedFacts(tx), caller, muted_user_id);
    await doRemoveItems(tx, mutedUserList, caller, [muted_user_id]);
    return {};
  },
});
