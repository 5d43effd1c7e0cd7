import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { administrators, Role } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessUserById } from '../users/access.ts';
import { doReactivateUser } from './actions.ts';

export const reactivateUser = chatOperation({
  method: 'POST',
  path: '/users/:user_id/reactivate',
  summary: 'Reactivate a deactivated account',
  access: administrators,
  params: { user_id: inPath(described(Id, 'ID of the user who may sign in again.')) },
  answer: {},
  async write({ tx, caller }, { user_id }) {
    await tx.position();
    const user = await accessUserById(uncachedFacts(tx), user_id);
    if (user.isActive) throw badRequest('User is already active');
    if (user.role === Role.owner && caller.role !== Role.owner) throw noRight('Must be an organization owner');
    await doReactivateUser(tx, user.id);
    return {};
  },
});
