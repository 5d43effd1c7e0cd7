import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessUserById } from '../users/access.ts';
import { doUnmuteUser } from './actions.ts';

export const unmuteUser = chatOperation({
  method: 'DELETE',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Take back that the caller mutes a person',
  access: anyUser,
  params: { muted_user_id: inPath(Id) },
  answer: {},
  async write({ tx, caller }, { muted_user_id }) {
    const { organizationId, userId } = caller;
    const { id } = await accessUserById(uncachedFacts(tx), organizationId, muted_user_id);
    await doUnmuteUser(tx, organizationId, userId, id);
    return {};
  },
});
