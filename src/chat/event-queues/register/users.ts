import { Type } from 'typebox';
import { Role } from '../../http/caller.ts';
import { loadProfiles } from '../../profile-fields/access.ts';
import { realmHost } from '../../settings/address.ts';
import { allUsers } from '../../users/access.ts';
import { presentUser, UserObject } from '../../users/present.ts';
import { defineInitialState } from './initial-state.ts';

export const users = defineInitialState({
  types: ['realm_user'],
  fields: {
    realm_users: Type.Array(UserObject),
    realm_non_active_users: Type.Array(UserObject),
    cross_realm_bots: Type.Array(UserObject, { maxItems: 0 }),
    user_id: Type.Integer(),
    email: Type.String(),
    delivery_email: Type.String(),
    full_name: Type.String(),
    avatar_url: Type.Union([Type.String(), Type.Null()]),
    is_owner: Type.Boolean(),
    is_admin: Type.Boolean(),
    is_moderator: Type.Boolean(),
    is_guest: Type.Boolean(),
  },
  async load({ reader, services, caller, options }) {
    const variant = {
      clientGravatar: options.clientGravatar,
      profiles: await loadProfiles(reader, caller.organizationId),
      host: realmHost(services),
    };
    const everybody = await allUsers(reader, caller.organizationId);
    const presented = everybody.map((user) => presentUser(caller, user, variant));
    // client: zulip-terminal does not start without its own account in the list.
    const own = everybody.find(({ id }) => id === caller.userId)!;
    const self = presentUser(caller, own, variant);
    return {
      realm_users: presented.filter((user) => user.is_active),
      realm_non_active_users: presented.filter((user) => !user.is_active),
      // Bots that all organizations share: there are none.
      cross_realm_bots: [],
      user_id: self.user_id,
      email: self.email,
      delivery_email: own.email,
      full_name: self.full_name,
      avatar_url: self.avatar_url,
      is_owner: self.is_owner,
      is_admin: self.is_admin,
      is_moderator: own.role === Role.moderator,
      is_guest: self.is_guest,
    };
  },
});
