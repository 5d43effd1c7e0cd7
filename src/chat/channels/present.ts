import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import type { GroupSettingValue } from '../user-groups/group-setting.ts';
import { type Channel, ChannelTopicsPolicy } from './channel.ts';
import { channelPermissionNames, forEachPermission } from './permissions.ts';
import type { ChannelActivity } from './queries.ts';

/** Holders of a channel's permission: a group's ID, or people and groups named individually. */
export const PermissionHolders = Type.Union([
  Type.Integer(),
  Type.Object(
    {
      direct_members: Type.Array(Type.Integer(), {
        description: 'IDs of the people who hold the permission by themselves.',
      }),
      direct_subgroups: Type.Array(Type.Integer(), {
        description: 'IDs of the groups whose members hold the permission.',
      }),
    },
    { additionalProperties: false },
  ),
]);
const nullable = <S extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.Boolean>>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const channelFields = {
  stream_id: Type.Integer({ description: 'Unique number of the channel. It never changes.' }),
  name: Type.String({ description: 'Name of the channel, unique in the organization.' }),
  description: Type.String({ description: 'What the channel is about, as Markdown.' }),
  rendered_description: Type.String({ description: 'What the channel is about, as HTML.' }),
  date_created: Type.Integer({ description: 'When the channel was created, in UNIX seconds.' }),
  creator_id: nullable(
    Type.Integer({ description: 'ID of the person who created the channel. Null if it is not known.' }),
  ),
  invite_only: Type.Boolean({
    description: 'Whether the channel is private: only subscribers and people with a permission see it.',
  }),
  is_web_public: Type.Boolean({ description: 'Whether people without an account can read the channel.' }),
  is_archived: Type.Boolean({ description: 'Whether the channel is closed for new messages.' }),
  history_public_to_subscribers: Type.Boolean({
    description: 'Whether new subscribers see messages from before they subscribed.',
  }),
  message_retention_days: nullable(
    Type.Integer({
      description: "Days after which messages are deleted. -1: never. Null: the organization's setting applies.",
    }),
  ),
  first_message_id: nullable(
    Type.Integer({ description: 'ID of the oldest message in the channel. Null if it has none.' }),
  ),
  folder_id: nullable(Type.Integer({ description: 'ID of the folder that holds the channel. Null: no folder.' })),
  topics_policy: described(
    ChannelTopicsPolicy,
    "Whether messages may have the empty topic. `inherit`: the organization's setting applies.",
  ),
  stream_post_policy: Type.Integer({
    minimum: 1,
    maximum: 4,
    description: 'Older form of `can_send_message_group`: 1 everyone, 2 administrators, 3 full members, 4 moderators.',
  }),
  is_announcement_only: Type.Boolean({
    description: 'Older form of `can_send_message_group`: true if only administrators may write.',
  }),
  is_recently_active: Type.Boolean({ description: 'Whether the channel is new or had messages in the last 180 days.' }),
  stream_weekly_traffic: nullable(
    Type.Integer({ description: 'Messages per week on average. Null while the channel is too new.' }),
  ),
  subscriber_count: Type.Integer({ description: 'Number of accounts that are subscribed.' }),
  ...forEachPermission((sentence) => described(PermissionHolders, sentence)),
};

/** A channel on the wire. */
export const ChannelObject = Type.Object(
  {
    ...channelFields,
    is_default: Type.Optional(Type.Boolean({ description: 'Whether new users are subscribed to the channel.' })),
  },
  { additionalProperties: false },
);
export type ChannelObject = Static<typeof ChannelObject>;

/** A channel with a person's own settings for it. */
export const SubscriptionObject = Type.Object(
  {
    ...channelFields,
    color: Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'Colour in which the user sees the channel.' }),
    is_muted: Type.Boolean({ description: 'Whether the user muted the channel.' }),
    in_home_view: Type.Boolean({ description: 'Older form of `is_muted`: always its opposite.' }),
    pin_to_top: Type.Boolean({ description: 'Whether the user pinned the channel to the top of their list.' }),
    desktop_notifications: nullable(
      Type.Boolean({
        description: "Whether messages cause desktop notifications. Null: the user's general setting applies.",
      }),
    ),
    audible_notifications: nullable(
      Type.Boolean({ description: "Whether messages cause a sound. Null: the user's general setting applies." }),
    ),
    push_notifications: nullable(
      Type.Boolean({
        description: "Whether messages cause push notifications. Null: the user's general setting applies.",
      }),
    ),
    email_notifications: nullable(
      Type.Boolean({ description: "Whether messages cause e-mails. Null: the user's general setting applies." }),
    ),
    wildcard_mentions_notify: nullable(
      Type.Boolean({
        description: 'Whether wildcard mentions notify like mentions of the user. Null: their general setting applies.',
      }),
    ),
    subscribers: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'IDs of all subscribers. Absent unless `include_subscribers` asks for them.',
      }),
    ),
    partial_subscribers: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'IDs of some subscribers. Hubbub always sends `subscribers` in its place.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type SubscriptionObject = Static<typeof SubscriptionObject>;

/** A person's own settings for a channel they are subscribed to. */
export interface SubscriptionSettings {
  color: string;
  isMuted: boolean;
  pinToTop: boolean;
  /** Null, as the four below: as the person's general setting has it. */
  desktopNotifications: boolean | null;
  audibleNotifications: boolean | null;
  pushNotifications: boolean | null;
  emailNotifications: boolean | null;
  wildcardMentionsNotify: boolean | null;
}

/** Numbers by which older clients know who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators. */
const POST_POLICIES: Partial<Record<SystemGroupName, number>> = {
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};

export function streamPostPolicy(value: GroupSettingValue, groups: Readonly<Record<SystemGroupName, number>>): number {
  const name = (Object.keys(POST_POLICIES) as SystemGroupName[]).find((candidate) => groups[candidate] === value);
  return (name && POST_POLICIES[name]) ?? 1;
}

/** A channel but for whether it is a default one. */
export type PresentedChannel = Omit<ChannelObject, 'is_default'>;

/** Fields of a channel that change without an action on it. */
type Moving = Pick<ChannelObject, 'first_message_id' | 'is_recently_active' | 'subscriber_count'>;

/** Presents the stored fields of a channel. */
export function presentStored(
  channel: Channel,
  groups: Readonly<Record<SystemGroupName, number>>,
): Omit<PresentedChannel, keyof Moving> {
  const policy = streamPostPolicy(channel.permissions.can_send_message_group, groups);
  const permissions = Object.fromEntries(channelPermissionNames.map((name) => [name, channel.permissions[name]]));
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: Math.floor(channel.dateCreated.getTime() / 1000),
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    is_archived: channel.isArchived,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    message_retention_days: channel.messageRetentionDays,
    folder_id: channel.folderId,
    topics_policy: channel.topicsPolicy,
    stream_post_policy: policy,
    is_announcement_only: policy === 2,
    stream_weekly_traffic: channel.weeklyTraffic,
    ...(permissions as Pick<ChannelObject, (typeof channelPermissionNames)[number]>),
  };
}

export function presentMoving({ firstMessageId, isRecentlyActive }: ChannelActivity, subscribers: number): Moving {
  return { first_message_id: firstMessageId, is_recently_active: isRecentlyActive, subscriber_count: subscribers };
}

export function presentSubscription(
  channel: PresentedChannel,
  settings: SubscriptionSettings,
  subscribers?: readonly number[],
): SubscriptionObject {
  return {
    ...channel,
    ...presentSubscriptionSettings(settings),
    ...(subscribers ? { subscribers: [...subscribers] } : {}),
  };
}

export function presentSubscriptionSettings(
  settings: SubscriptionSettings,
): Omit<SubscriptionObject, keyof ChannelObject | 'subscribers' | 'partial_subscribers'> {
  return {
    color: settings.color,
    is_muted: settings.isMuted,
    in_home_view: !settings.isMuted,
    pin_to_top: settings.pinToTop,
    desktop_notifications: settings.desktopNotifications,
    audible_notifications: settings.audibleNotifications,
    push_notifications: settings.pushNotifications,
    email_notifications: settings.emailNotifications,
    wildcard_mentions_notify: settings.wildcardMentionsNotify,
  };
}
