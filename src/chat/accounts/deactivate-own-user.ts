import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { accessUserById } from '../users/access.ts';
import { doDeactivateUser } from './actions.ts';
import { checkNotLastOwner } from './last-owner.ts';

export const deactivateOwnUser = chatOperation({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Leave the organization',
  access: anyUser,
  params: {},
  answer: {},
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  async write({ tx, caller }) {
    const { userId } = caller;
    // A bot goes with its owner.
    checkIsPerson(caller);
    await tx.position();
    await checkNotLastOwner(tx, await accessUserById(uncachedFacts(tx), userId));
    await doDeactivateUser(tx, userId);
    return {};
  },
});
