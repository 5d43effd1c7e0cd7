import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { accessUserByIdOrEmail } from '../users/access.ts';
import { presenceOf } from './access.ts';
import { statusOf } from './presence.ts';

const Shown = Type.Object(
  {
    status: Type.String({ description: '`active`: uses a client. `idle`: a client is connected.' }),
    timestamp: Type.Integer({ description: 'Time of the status, in UNIX seconds.' }),
  },
  { additionalProperties: false },
);

export const getUserPresence = chatOperation({
  method: 'GET',
  path: '/users/:user_id_or_email/presence',
  summary: "Get a person's presence",
  access: anyUser,
  params: { user_id_or_email: inPath(Type.String({ description: 'ID or e-mail address of the user.' })) },
  answer: {
    presence: Type.Object(
      {
        aggregated: described(Shown, 'Latest presence of the user.'),
        website: described(Shown, 'Same as `aggregated`.'),
      },
      { additionalProperties: false, description: 'Presence of the user.' },
    ),
  },
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
