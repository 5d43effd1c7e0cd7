import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath, json, withDefault } from '../http/params.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { realmHost } from '../settings/address.ts';
import { accessUserByIdOrEmail } from './access.ts';
import { presentUser, UserObject } from './present.ts';

/** spec: chat 4.7; digits are an ID. */
export const getUser = chatOperation({
  method: 'GET',
  path: '/users/:user_id_or_email',
  summary: 'Get an account by ID or e-mail address',
  access: anyUser,
  params: {
    user_id_or_email: inPath(
      Type.String({ description: 'ID of the user, their real e-mail address, or their made-up one.' }),
    ),
    client_gravatar: withDefault(
      json(Type.Boolean({ description: 'Whether `avatar_url` may be null because the client computes Gravatars.' })),
      true,
    ),
    include_custom_profile_fields: withDefault(
      json(Type.Boolean({ description: 'Whether the answer has `profile_data`.' })),
      false,
    ),
  },
  answer: { user: described(UserObject, 'The account with that ID or address.') },
  async read({ caller, services, reader }, params) {
    const user = await accessUserByIdOrEmail(
      services,
      services.state.of(caller.organizationId),
      caller,
      params.user_id_or_email,
    );
    return {
      user: presentUser(caller, user, {
        clientGravatar: params.client_gravatar,
        profiles: params.include_custom_profile_fields ? await loadProfiles(reader, [user.id]) : undefined,
        host: realmHost(services),
      }),
    };
  },
});
