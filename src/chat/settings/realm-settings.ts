import type { SystemGroupName } from './system-groups.ts';

/** The topics policies that an organization can have; a channel may also `inherit`. */
export type RealmTopicsPolicy = 'allow_empty_topic' | 'disable_empty_topic';

/** Settings of an organization by their API name, without the `realm_` prefix of the registration answer. */
export interface RealmSettings {
  topics_policy: RealmTopicsPolicy;
  /** Days until a new member counts as a full member. */
  waiting_period_threshold: number;
  allow_message_editing: boolean;
  /** Null: no limit. */
  message_content_edit_limit_seconds: number | null;
  /** Null: no limit. */
  message_content_delete_limit_seconds: number | null;
  move_messages_within_stream_limit_seconds: number | null;
  move_messages_between_streams_limit_seconds: number | null;
  /** -1: messages are kept for ever. */
  message_retention_days: number;
  enable_read_receipts: boolean;
  /** Channel for reports of messages; -1: none, so reporting is off. */
  moderation_request_channel_id: number;
  /** Channel for announcements of new channels; -1: none. */
  new_stream_announcements_stream_id: number;
  /** The channel that announces who has joined; -1: none. */
  signup_announcements_stream_id: number;
  presence_disabled: boolean;
  /** Whether e-mails of missed messages may show what was written. */
  message_content_allowed_in_email_notifications: boolean;
  /** Whether people who were away are sent what happened, once a week. */
  digest_emails_enabled: boolean;
  /** The day of that: 0 is Monday. */
  digest_weekday: number;
  /** Whether pushes that are not encrypted from end to end keep back what was written. */
  require_e2ee_push_notifications: boolean;
  /** Sent to whoever joins by an invitation without a text of its own; empty: nothing. */
  welcome_message_custom_text: string;
  /** Whether no two people may have the same name. */
  require_unique_names: boolean;
  /** Whether people's addresses must end in one of the organization's domains. */
  emails_restricted_to_domains: boolean;
  /** The language of code whose author says none; empty: none. */
  default_code_block_language: string;
  /** Whether messages show the pictures and videos that they link to. */
  inline_image_preview: boolean;
  /** Whether messages show of the pages that they link to what these say of themselves. */
  inline_url_embed_preview: boolean;
  /** Whether clients mark the names of guests. */
  enable_guest_user_indicator: boolean;
  /** Whether clients warn before a direct message to a guest. */
  enable_guest_user_dm_warning: boolean;
  /** Type of the organization (`orgTypes`). */
  org_type: number;
  /** Maximum rating of pictures that clients offer from GIPHY (`giphyRatings`). */
  giphy_rating: number;
  /** With what clients make calls (`videoChatProviders`). */
  video_chat_provider: number;
  /** Jitsi server for calls; null: the public service. */
  jitsi_server_url: string | null;
  name_changes_disabled: boolean;
  email_changes_disabled: boolean;
  avatar_changes_disabled: boolean;
  /** Whether photos that people attach keep the place where they were taken. Ours. */
  keep_photo_locations: boolean;
  /** Whether search engines may list the pages of web-public channels. Ours. */
  allow_search_engines: boolean;
}

export const realmSettingDefaults: RealmSettings = {
  topics_policy: 'allow_empty_topic',
  waiting_period_threshold: 0,
  allow_message_editing: true,
  message_content_edit_limit_seconds: 600,
  message_content_delete_limit_seconds: 600,
  move_messages_within_stream_limit_seconds: 604_800,
  move_messages_between_streams_limit_seconds: 604_800,
  message_retention_days: -1,
  enable_read_receipts: true,
  moderation_request_channel_id: -1,
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  presence_disabled: false,
  message_content_allowed_in_email_notifications: true,
  digest_emails_enabled: false,
  digest_weekday: 1,
  require_e2ee_push_notifications: false,
  welcome_message_custom_text: '',
  require_unique_names: false,
  emails_restricted_to_domains: false,
  default_code_block_language: '',
  inline_image_preview: true,
  inline_url_embed_preview: true,
  enable_guest_user_indicator: true,
  enable_guest_user_dm_warning: true,
  org_type: 0,
  giphy_rating: 2,
  video_chat_provider: 0,
  jitsi_server_url: null,
  name_changes_disabled: false,
  email_changes_disabled: false,
  avatar_changes_disabled: false,
  keep_photo_locations: false,
  allow_search_engines: false,
};

/** Permissions of an organization that groups of people hold, and who holds them unless it says otherwise. */
export const realmPermissionDefaults = {
  can_access_all_users_group: 'role:everyone',
  can_add_custom_emoji_group: 'role:members',
  can_add_subscribers_group: 'role:members',
  can_create_bots_group: 'role:members',
  can_create_groups: 'role:members',
  can_create_private_channel_group: 'role:members',
  can_create_public_channel_group: 'role:members',
  can_create_web_public_channel_group: 'role:owners',
  can_delete_any_message_group: 'role:administrators',
  can_delete_own_message_group: 'role:everyone',
  can_invite_users_group: 'role:members',
  can_manage_all_groups: 'role:owners',
  can_manage_billing_group: 'role:administrators',
  can_mention_many_users_group: 'role:moderators',
  can_move_messages_between_channels_group: 'role:members',
  can_move_messages_between_topics_group: 'role:members',
  can_resolve_topics_group: 'role:everyone',
  can_set_delete_message_policy_group: 'role:moderators',
  can_set_topics_policy_group: 'role:members',
  can_summarize_topics_group: 'role:everyone',
  create_multiuse_invite_group: 'role:administrators',
  direct_message_initiator_group: 'role:everyone',
  direct_message_permission_group: 'role:everyone',
} as const satisfies Record<string, SystemGroupName>;

export type RealmPermission = keyof typeof realmPermissionDefaults;

/** The older form of `can_mention_many_users_group`, as far as it can say it; of other values it says nobody. */
export const wildcardMentionPolicies: Readonly<Partial<Record<SystemGroupName, number>>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/** Limits that clients read from the registration answer (spec: chat 1). */
export const limits = {
  maxMessageLength: 10_000,
  maxTopicLength: 60,
  maxStreamNameLength: 60,
  maxStreamDescriptionLength: 1024,
  maxFullNameLength: 100,
  maxReminderNoteLength: 1000,
  maxChannelFolderNameLength: 60,
  maxChannelFolderDescriptionLength: 1024,
} as const;

/** Announced versions: version and feature level of the API that the behaviour follows, and Hubbub's own version. */
export const versions = {
  zulipVersion: '11.0',
  zulipMergeBase: '11.0',
  zulipFeatureLevel: 421,
  hubbubVersion: '0.1.0',
} as const;

/** Largest file of a picture of a person, and of what stands for the organization. */
export const REALM_PICTURE_LIMIT_MIB = 5;
