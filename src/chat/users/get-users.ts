import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, optional, withDefault } from '../http/params.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { realmHost } from '../settings/address.ts';
import { isKnown, knownPeople } from './known-people.ts';
import { presentUser, UserObject } from './present.ts';
import { loadAllUsers, loadUsersByIds } from './queries.ts';

export const getUsers = chatOperation({
  method: 'GET',
  path: '/users',
  summary: 'List all accounts of the organization, including deactivated ones',
  access: anyUser,
  params: {
    client_gravatar: withDefault(
      json(Type.Boolean({ description: 'Whether `avatar_url` may be null because the client computes Gravatars.' })),
      true,
    ),
    include_custom_profile_fields: withDefault(
      json(Type.Boolean({ description: 'Whether the answer has `profile_data`.' })),
      false,
    ),
    user_ids: optional(json(Type.Array(Id, { maxItems: 10_000, description: 'Users to return. Absent: all.' }))),
  },
  answer: { members: Type.Array(UserObject, { description: 'Accounts of people and bots.' }) },
  async read({ caller, services, reader }, params) {
    const known = await knownPeople(services.state.of(caller.organizationId), caller);
    const ids = known ? (params.user_ids ?? [...known]).filter((id) => isKnown(known, id)) : params.user_ids;
    const users = ids ? await loadUsersByIds(reader, ids) : await loadAllUsers(reader);
    const variant = {
      clientGravatar: params.client_gravatar,
      profiles: params.include_custom_profile_fields ? await loadProfiles(reader, ids) : undefined,
      host: realmHost(services),
    };
    return { members: users.map((user) => presentUser(caller, user, variant)) };
  },
});
