import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { BotObject } from '../bots/bot.ts';
import { LegacyPresence, SlimPresence } from '../presence/presence.ts';
import { UserGroupObject } from '../user-groups/present.ts';
import { UserObject } from '../users/present.ts';
import type { DeclaredEvent, DeclaredKind } from './declared.ts';

const { role, timezone, is_active, bot_owner_id, delivery_email, avatar_url, avatar_version } = UserObject.properties;
const UserId = Type.Integer({ description: 'ID of the person.' });

/** Properties of a person of which an update has those that changed. */
const PersonChange = Type.Object(
  {
    user_id: UserId,
    full_name: Type.Optional(Type.String({ description: 'New name.' })),
    role: Type.Optional(role),
    timezone: Type.Optional(timezone),
    is_active: Type.Optional(is_active),
    new_email: Type.Optional(Type.String({ description: 'New value of `email`: the address that the API shows.' })),
    delivery_email: Type.Optional(delivery_email),
    bot_owner_id: Type.Optional(bot_owner_id),
    avatar_source: Type.Optional(
      Type.Enum(['U', 'G'], { description: '`U`: the picture was uploaded. `G`: it is generated.' }),
    ),
    avatar_url: Type.Optional(avatar_url),
    avatar_url_medium: Type.Optional(Type.String({ description: 'Address of the picture in 500 × 500 pixels.' })),
    avatar_version: Type.Optional(avatar_version),
    custom_profile_field: Type.Optional(
      Type.Object(
        {
          id: Type.Integer({ description: 'ID of the custom profile field.' }),
          value: Type.Union([Type.String(), Type.Null()], { description: 'New value. Null: it was cleared.' }),
          rendered_value: Type.Optional(Type.String({ description: 'HTML. Only for kinds of fields with Markdown.' })),
        },
        { additionalProperties: false, description: 'Custom profile field that changed.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'The person, and what changed.' },
);

const { user_id: botId, ...ofBot } = BotObject.properties;
const BotChange = Type.Object(
  { user_id: botId, ...Type.Partial(Type.Object(ofBot)).properties },
  { additionalProperties: false, description: 'The bot, and what changed.' },
);

const { is_system_group: _fixed, members: _byOp, direct_subgroup_ids: _too, ...ofGroup } = UserGroupObject.properties;
const GroupChange = Type.Partial(Type.Object(ofGroup, { additionalProperties: false }), {
  description: 'Properties that changed.',
});
const GroupId = Type.Integer({ description: 'ID of the group that changed.' });
const members = (sentence: string): DeclaredEvent => ({
  sentence,
  members: { group_id: GroupId, user_ids: Type.Array(Type.Integer(), { description: 'IDs of these people.' }) },
});
const subgroups = (sentence: string): DeclaredEvent => ({
  sentence,
  members: {
    group_id: GroupId,
    direct_subgroup_ids: Type.Array(Type.Integer(), { description: 'IDs of these groups.' }),
  },
});

/** Events about people, bots and groups. */
export const peopleEvents = {
  realm_user: {
    sentence: 'An account of the organization changed.',
    byOp: {
      add: {
        sentence: 'An account was created, or a guest knows of a person from now on.',
        members: { person: described(UserObject, 'The account.') },
      },
      update: { sentence: 'An account changed.', members: { person: PersonChange } },
      remove: {
        sentence: 'A guest no longer knows of a person.',
        members: {
          person: Type.Object(
            {
              user_id: UserId,
              full_name: Type.String({ description: 'Name that stands for people whom the reader may not know.' }),
            },
            { additionalProperties: false, description: 'The person whom the reader no longer knows.' },
          ),
        },
      },
    },
  },
  realm_bot: {
    sentence: 'A bot that the reader may manage changed.',
    byOp: {
      add: {
        sentence: 'The reader may manage a bot from now on.',
        members: { bot: described(BotObject, 'The bot, without the secrets of its services.') },
      },
      update: { sentence: 'A bot changed.', members: { bot: BotChange } },
      delete: {
        sentence: 'The reader may no longer manage a bot.',
        members: {
          bot: Type.Object(
            { user_id: botId },
            { additionalProperties: false, description: 'The bot that the reader no longer manages.' },
          ),
        },
      },
    },
  },
  user_group: {
    sentence: 'A group of people changed.',
    byOp: {
      add: {
        sentence: 'A group was created. Without the capability `include_deactivated_groups` also: it is used again.',
        members: { group: described(UserGroupObject, 'The group, with its members and permissions.') },
      },
      remove: {
        sentence: 'A group was deactivated. Only without the capability `include_deactivated_groups`.',
        members: { group_id: GroupId },
      },
      update: { sentence: 'A group changed.', members: { group_id: GroupId, data: GroupChange } },
      add_members: members('People were added to a group.'),
      remove_members: members('People were removed from a group.'),
      add_subgroups: subgroups('Groups were added to a group.'),
      remove_subgroups: subgroups('Groups were removed from a group.'),
    },
  },
  user_status: {
    sentence: 'The status of a person changed. What stayed the same is absent.',
    members: {
      user_id: UserId,
      status_text: Type.Optional(Type.String({ description: 'Text of the status. Empty: none.' })),
      emoji_name: Type.Optional(Type.String({ description: 'Name of the emoji. Empty: none.' })),
      emoji_code: Type.Optional(Type.String({ description: 'Code points of the emoji, or the ID of a custom emoji.' })),
      reaction_type: Type.Optional(Type.String({ description: 'Kind of emoji, as in reactions.' })),
      clears_at: Type.Optional(Type.Integer({ description: 'When the status is cleared, in UNIX seconds. 0: never.' })),
      away: Type.Optional(Type.Boolean({ description: 'Whether the person does not share when they are online.' })),
    },
  },
  presence: {
    sentence:
      'Somebody has come online. Sent where at most 1,000 people have been seen; elsewhere `POST /users/me/presence` ' +
      'returns who is online. Not repeated to a queue that was away.',
    members: {
      presences: Type.Optional(
        Type.Record(Type.String({ pattern: '^[0-9]+$' }), SlimPresence, {
          description: 'Presence by user ID, with the capability `simplified_presence_events`.',
        }),
      ),
      user_id: Type.Optional(Type.Integer({ description: 'ID of the person, without that capability.' })),
      email: Type.Optional(
        Type.String({ description: 'E-mail address of the person, without `slim_presence` and that capability.' }),
      ),
      server_timestamp: Type.Optional(
        Type.Number({ description: "The server's time in UNIX seconds, without that capability." }),
      ),
      presence: Type.Optional(
        Type.Object(
          { website: LegacyPresence.properties.website },
          { additionalProperties: false, description: 'Presence of the person, without that capability.' },
        ),
      ),
    },
  },
} satisfies Record<string, DeclaredKind>;
