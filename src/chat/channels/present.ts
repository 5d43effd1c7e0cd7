import { type Static, Type } from 'typebox';
import type { SystemGroupName } from '../settings/system-groups.ts';
import type { GroupSettingValue } from '../user-groups/group-setting.ts';
import { type Channel, ChannelTopicsPolicy } from './channel.ts';
import { channelPermissionNames } from './permissions.ts';
import type { ChannelActivity } from './queries.ts';

/** Holders of a channel's permission: a group's ID, or people and groups named individually. */
export const PermissionHolders = Type.Union([
  Type.Integer(),
  Type.Object(
    { direct_members: Type.Array(Type.Integer()), direct_subgroups: Type.Array(Type.Integer()) },
    { additionalProperties: false },
  ),
]);
const nullable = <S extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.Boolean>>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const channelFields = {
  stream_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: Type.Integer(),
  creator_id: nullable(Type.Integer()),
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  is_archived: Type.Boolean(),
  history_public_to_subscribers: Type.Boolean(),
  message_retention_days: nullable(Type.Integer()),
  first_message_id: nullable(Type.Integer()),
  folder_id: nullable(Type.Integer()),
  topics_policy: ChannelTopicsPolicy,
  stream_post_policy: Type.Integer({ minimum: 1, maximum: 4 }),
  is_announcement_only: Type.Boolean(),
  is_recently_active: Type.Boolean(),
  stream_weekly_traffic: nullable(Type.Integer()),
  subscriber_count: Type.Integer(),
  can_add_subscribers_group: PermissionHolders,
  can_administer_channel_group: PermissionHolders,
  can_delete_any_message_group: PermissionHolders,
  can_delete_own_message_group: PermissionHolders,
  can_move_messages_out_of_channel_group: PermissionHolders,
  can_move_messages_within_channel_group: PermissionHolders,
  can_remove_subscribers_group: PermissionHolders,
  can_resolve_topics_group: PermissionHolders,
  can_send_message_group: PermissionHolders,
  can_subscribe_group: PermissionHolders,
};

/** A channel on the wire. */
export const ChannelObject = Type.Object(
  { ...channelFields, is_default: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type ChannelObject = Static<typeof ChannelObject>;

/** A channel with a person's own settings for it. */
export const SubscriptionObject = Type.Object(
  {
    ...channelFields,
    color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    is_muted: Type.Boolean(),
    in_home_view: Type.Boolean(),
    pin_to_top: Type.Boolean(),
    desktop_notifications: nullable(Type.Boolean()),
    audible_notifications: nullable(Type.Boolean()),
    push_notifications: nullable(Type.Boolean()),
    email_notifications: nullable(Type.Boolean()),
    wildcard_mentions_notify: nullable(Type.Boolean()),
    subscribers: Type.Optional(Type.Array(Type.Integer())),
    partial_subscribers: Type.Optional(Type.Array(Type.Integer())),
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
