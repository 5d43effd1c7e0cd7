import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { accessUserByIdOrEmail } from '../users/access.ts';
import { presenceOf } from './access.ts';
import { statusOf } from './presence.ts';

const Shown = Type.Object({ status: Type.String(), timestamp: Type.Integer() }, { additionalProperties: false });

export const getUserPresence = chatOperation({
  method: 'GET',
  path: '/users/:user_id_or_email/presence',
  summary: "A person's presence",
  access: anyUser,
  params: { user_id_or_email: inPath(Type.String()) },
  answer: { presence: Type.Object({ aggregated: Shown, website: Shown }, { additionalProperties: false }) },
  async read({ caller, services }, { user_id_or_email }) {
    const user = await accessUserByIdOrEmail(
      services,
      services.state.of(caller.organizationId),
      caller,
      user_id_or_email,
    );
    if (!user.isActive) throw badRequest('No such user');
    if (user.isBot) throw badRequest('Presence is not supported for bot users.');
    const times = await presenceOf(services, caller.organizationId, user);
    if (!times) throw badRequest(`No presence data for ${user_id_or_email}`);
    const shown = statusOf(times);
    return { presence: { aggregated: shown, website: shown } };
  },
});
