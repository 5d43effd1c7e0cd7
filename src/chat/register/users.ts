import { Type } from 'typebox';
import type { FactSource } from '../../platform/events/facts.ts';
import { JsonValueText } from '../../platform/http/json-text.ts';
import { knowsOfUnknownUsers } from '../event-queues/known-people-events.ts';
import { type ChatCaller, Role } from '../http/caller.ts';
import { loadProfiles } from '../profile-fields/access.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { isInGroupSetting } from '../user-groups/access.ts';
import { accessUserById } from '../users/access.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { presentUnknownUser, presentUser, UserObject } from '../users/present.ts';
import { defineInitialState } from './initial-state.ts';
import { peopleTexts, personText, withOwnText } from './people-texts.ts';

/** Rights of the person in the form before permissions were groups, with the permission that grants each. */
const ownRights = {
  can_create_public_streams: 'can_create_public_channel_group',
  can_create_private_streams: 'can_create_private_channel_group',
  can_create_web_public_streams: 'can_create_web_public_channel_group',
  can_subscribe_other_users: 'can_add_subscribers_group',
  can_invite_others_to_realm: 'can_invite_users_group',
} as const;

const ownRightFields = Object.fromEntries(
  Object.entries(ownRights).map(([name, permission]) => [
    name,
    Type.Boolean({ description: `Older form of \`realm_${permission}\`: whether the caller holds it.` }),
  ]),
);

async function rightsOf(facts: FactSource, caller: ChatCaller): Promise<Record<string, boolean>> {
  const { permissions } = await realmOf(facts);
  const rights: Record<string, boolean> = {};
  for (const [name, permission] of Object.entries(ownRights))
    rights[name] = await isInGroupSetting(facts, caller, permissions[permission]);
  return rights;
}

export const users = defineInitialState({
  types: ['realm_user'],
  fields: {
    realm_users: Type.Array(UserObject, { description: 'Active accounts that the caller may know of.' }),
    realm_non_active_users: Type.Array(UserObject, {
      description: 'Deactivated accounts that the caller may know of.',
    }),
    cross_realm_bots: Type.Array(UserObject, {
      maxItems: 0,
      description: 'Bots that all organizations share. Always empty.',
    }),
    user_id: Type.Integer({ description: 'ID of the caller.' }),
    email: Type.String({ description: 'E-mail address of the caller in the API.' }),
    delivery_email: Type.String({ description: 'Real e-mail address of the caller.' }),
    full_name: Type.String({ description: 'Name of the caller.' }),
    avatar_url: Type.Union([Type.String(), Type.Null()], {
      description: "Address of the caller's picture. Null if the client computes a Gravatar.",
    }),
    is_owner: Type.Boolean({ description: "Whether the caller's role is owner." }),
    is_admin: Type.Boolean({ description: "Whether the caller's role is administrator or owner." }),
    is_moderator: Type.Boolean({ description: "Whether the caller's role is moderator." }),
    is_guest: Type.Boolean({ description: "Whether the caller's role is guest." }),
    ...ownRightFields,
  },
  async load({ reader, facts, services, caller, options }) {
    const { userId } = caller;
    const variant = { clientGravatar: options.clientGravatar, host: realmHost(services) };
    const all = await peopleTexts(facts, caller, variant);
    const known = await knownPeople(facts, caller);
    const own = await accessUserById(facts, userId);
    const self = presentUser(caller, own, { ...variant, profiles: await loadProfiles(reader, [userId]) });
    // Everybody sees their own address.
    const ownText = JSON.stringify(self);
    const knownTexts = (isWanted: boolean) =>
      all.people
        .filter(({ id, isActive }) => isActive === isWanted && isKnown(known, id))
        .map((person) => (person.id === userId ? ownText : personText(all, person)));
    const unknown = knowsOfUnknownUsers({ options }) ? [] : all.people.filter(({ id }) => !isKnown(known, id));
    const active = known && [
      ...knownTexts(true),
      ...unknown.map(({ id }) => JSON.stringify(presentUnknownUser(id, variant.host))),
    ];
    const inactive = known && knownTexts(false);
    return {
      // client: zulip-terminal does not start without its own account in the list.
      realm_users: new JsonValueText(`[${active?.join(',') ?? withOwnText(all, userId, ownText)}]`),
      realm_non_active_users: new JsonValueText(`[${inactive?.join(',') ?? all.inactive}]`),
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
      ...(await rightsOf(facts, caller)),
    };
  },
});
