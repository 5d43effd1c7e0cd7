import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { administrators, Role } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, optional, text } from '../http/params.ts';
import { accessUserById } from '../users/access.ts';
import { doDeactivateUser } from './actions.ts';
import { checkNotLastOwner } from './last-owner.ts';

export const deactivateUser = chatOperation({
  method: 'DELETE',
  path: '/users/:user_id',
  summary: 'Deactivate an account',
  access: administrators,
  params: {
    user_id: inPath(described(Id, 'ID of the user. Their sessions and keys stop working.')),
    // Nobody is written to when their account is deactivated: a comment for that mail is refused, not dropped.
    deactivation_notification_comment: optional(
      text(Type.Literal('', { description: 'Only the empty text: no e-mail is sent about it.' })),
    ),
  },
  answer: {},
  errors: ['CANNOT_DEACTIVATE_LAST_USER'],
  async write({ tx, caller }, { user_id }) {
    await tx.position();
    const user = await accessUserById(uncachedFacts(tx), user_id);
    if (user.isBot) throw badRequest('No such user');
    if (user.role === Role.owner && caller.role !== Role.owner) throw noRight('Must be an organization owner');
    await checkNotLastOwner(tx, user);
    await doDeactivateUser(tx, user.id);
    return {};
  },
});
