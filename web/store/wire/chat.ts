// Written by "npm run web:types" from the declarations of the operations. Not to be edited.

export type AlertWordsEvent = {
  id: number;
  type: "alert_words";
  alert_words: Array<string>;
};

export type Attachment = {
  id: number;
  name: string;
  path_id: string;
  size: number;
  create_time: number;
  messages: Array<{ id: number; date_sent: number }>;
};

export type AttachmentAddEvent = {
  id: number;
  type: "attachment";
  op: "add";
  attachment: Attachment;
  upload_space_used: number;
};

export type AttachmentEvent = AttachmentAddEvent | AttachmentUpdateEvent | AttachmentRemoveEvent;

export type AttachmentRemoveEvent = {
  id: number;
  type: "attachment";
  op: "remove";
  attachment: { id: number };
  upload_space_used: number;
};

export type AttachmentUpdateEvent = {
  id: number;
  type: "attachment";
  op: "update";
  attachment: Attachment;
  upload_space_used: number;
};

export type Bot = {
  user_id: number;
  email: string;
  full_name: string;
  is_active: boolean;
  bot_type: number;
  owner_id: number | null;
  avatar_url: string;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  services: Array<BotService>;
};

export type BotInterface = 1 | 2;

export type BotService = {
  base_url: string;
  interface: BotInterface;
  token?: string;
};

export type Channel = {
  stream_id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  history_public_to_subscribers: boolean;
  message_retention_days: number | null;
  first_message_id: number | null;
  folder_id: number | null;
  topics_policy: ChannelTopicsPolicy;
  stream_post_policy: number;
  is_announcement_only: boolean;
  is_recently_active: boolean;
  stream_weekly_traffic: number | null;
  subscriber_count: number;
  can_add_subscribers_group: PermissionHolders;
  can_administer_channel_group: PermissionHolders;
  can_delete_any_message_group: PermissionHolders;
  can_delete_own_message_group: PermissionHolders;
  can_move_messages_out_of_channel_group: PermissionHolders;
  can_move_messages_within_channel_group: PermissionHolders;
  can_remove_subscribers_group: PermissionHolders;
  can_resolve_topics_group: PermissionHolders;
  can_send_message_group: PermissionHolders;
  can_subscribe_group: PermissionHolders;
  is_default?: boolean;
};

export type ChannelFolder = {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  order: number;
  is_archived: boolean;
  creator_id: number | null;
  date_created: number;
};

export type ChannelFolderAddEvent = {
  id: number;
  type: "channel_folder";
  op: "add";
  channel_folder: ChannelFolder;
};

export type ChannelFolderEvent = ChannelFolderAddEvent | ChannelFolderUpdateEvent | ChannelFolderReorderEvent;

export type ChannelFolderReorderEvent = {
  id: number;
  type: "channel_folder";
  op: "reorder";
  order: Array<number>;
};

export type ChannelFolderUpdateEvent = {
  id: number;
  type: "channel_folder";
  op: "update";
  channel_folder_id: number;
  data: { id?: number; name?: string; description?: string; rendered_description?: string; order?: number; is_archived?: boolean; creator_id?: number | null; date_created?: number };
};

export type ChannelTopicsPolicy = "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";

export type CustomProfileFieldsEvent = {
  id: number;
  type: "custom_profile_fields";
  fields: Array<ProfileField>;
};

export type DefaultGroup = {
  id: number;
  name: string;
  description: string;
  streams: Array<number>;
};

export type DefaultStreamGroupsEvent = {
  id: number;
  type: "default_stream_groups";
  default_stream_groups: Array<DefaultGroup>;
};

export type DefaultStreamsEvent = {
  id: number;
  type: "default_streams";
  default_streams: Array<number>;
};

export type DeleteMessageEvent = {
  id: number;
  type: "delete_message";
  message_ids?: Array<number>;
  message_id?: number;
  message_type: "stream" | "private";
  stream_id?: number;
  topic?: string;
};

export type Device = {
  push_key_id: number | null;
  push_token_id: string | null;
  pending_push_token_id: string | null;
  push_token_last_updated_timestamp: number | null;
  push_registration_error_code: string | null;
};

export type DeviceAddEvent = {
  id: number;
  type: "device";
  op: "add";
  device_id: number;
};

export type DeviceEvent = DeviceAddEvent | DeviceUpdateEvent | DeviceRemoveEvent;

export type DeviceRemoveEvent = {
  id: number;
  type: "device";
  op: "remove";
  device_id: number;
};

export type DeviceUpdateEvent = {
  id: number;
  type: "device";
  op: "update";
  device_id: number;
  push_key_id?: number | null;
  push_token_id?: string | null;
  pending_push_token_id?: string | null;
  push_token_last_updated_timestamp?: number | null;
  push_registration_error_code?: string | null;
};

export type Draft = {
  id: number;
  type: "" | "stream" | "private";
  to: Array<number>;
  topic: string;
  content: string;
  timestamp: number;
};

export type DraftsAddEvent = {
  id: number;
  type: "drafts";
  op: "add";
  drafts: Array<Draft>;
};

export type DraftsEvent = DraftsAddEvent | DraftsUpdateEvent | DraftsRemoveEvent;

export type DraftsRemoveEvent = {
  id: number;
  type: "drafts";
  op: "remove";
  draft_id: number;
};

export type DraftsUpdateEvent = {
  id: number;
  type: "drafts";
  op: "update";
  draft: Draft;
};

export type EventMessage = {
  id: number;
  avatar_url: string | null;
  client: string;
  content: string;
  content_type: "text/html" | "text/x-markdown";
  display_recipient: string | Array<{ id: number; email: string; full_name: string; is_mirror_dummy: boolean }>;
  edit_history?: Array<{ user_id: number | null; timestamp: number; prev_content?: string; prev_rendered_content?: string; prev_stream?: number; prev_topic?: string; stream?: number; topic?: string }>;
  is_me_message: boolean;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  reactions: Array<{ emoji_name: string; emoji_code: string; reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji" | "zulip_extra_emoji"; user_id: number }>;
  recipient_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_id: number;
  sender_realm_str: string;
  stream_id?: number;
  subject: string;
  submessages: Array<{ id: number; msg_type: string; content: string; message_id: number; sender_id: number }>;
  timestamp: number;
  topic_links: Array<{ text: string; url: string }>;
  type: "stream" | "private";
};

export type Export = {
  id: number;
  acting_user_id: number;
  export_time: number;
  deleted_timestamp: number | null;
  failed_timestamp: number | null;
  export_url: string | null;
  pending: boolean;
  export_type: number;
};

export type ExternalSignIn = {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
};

export type GroupSettingValue = number | { direct_members: Array<number>; direct_subgroups: Array<number> };

export type HeartbeatEvent = {
  id: number;
  type: "heartbeat";
};

export type Invitation = {
  id: number;
  invited_by_user_id: number;
  invited: number;
  expiry_date: number | null;
  invited_as: number;
  notify_referrer_on_join: boolean;
  is_multiuse: boolean;
  email?: string;
  link_url?: string;
};

export type InvitesChangedEvent = {
  id: number;
  type: "invites_changed";
};

export type LegacyPresence = {
  aggregated: { client: "website"; status: "active" | "idle"; timestamp: number };
  website: { client: "website"; status: "active" | "idle"; timestamp: number; pushable: boolean };
};

export type Linkifier = {
  id: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: Array<string>;
};

export type LinkifierTuple = [string, string, number];

export type Message = {
  id: number;
  avatar_url: string | null;
  client: string;
  content: string;
  content_type: "text/html" | "text/x-markdown";
  display_recipient: string | Array<{ id: number; email: string; full_name: string; is_mirror_dummy: boolean }>;
  edit_history?: Array<{ user_id: number | null; timestamp: number; prev_content?: string; prev_rendered_content?: string; prev_stream?: number; prev_topic?: string; stream?: number; topic?: string }>;
  is_me_message: boolean;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  reactions: Array<{ emoji_name: string; emoji_code: string; reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji" | "zulip_extra_emoji"; user_id: number }>;
  recipient_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_id: number;
  sender_realm_str: string;
  stream_id?: number;
  subject: string;
  submessages: Array<{ id: number; msg_type: string; content: string; message_id: number; sender_id: number }>;
  timestamp: number;
  topic_links: Array<{ text: string; url: string }>;
  type: "stream" | "private";
  flags: Array<string>;
  match_content?: string;
  match_subject?: string;
};

export type MessageEvent = {
  id: number;
  type: "message";
  message: EventMessage;
  flags: Array<string>;
  local_message_id?: string;
};

export type MutedTopicsEvent = {
  id: number;
  type: "muted_topics";
  muted_topics: Array<[string, string, number]>;
};

export type MutedUser = {
  id: number;
  timestamp: number;
};

export type MutedUsersEvent = {
  id: number;
  type: "muted_users";
  muted_users: Array<MutedUser>;
};

export type NavigationView = {
  fragment: string;
  is_pinned: boolean;
  name: string | null;
};

export type NavigationViewAddEvent = {
  id: number;
  type: "navigation_view";
  op: "add";
  navigation_view: NavigationView;
};

export type NavigationViewEvent = NavigationViewAddEvent | NavigationViewUpdateEvent | NavigationViewRemoveEvent;

export type NavigationViewRemoveEvent = {
  id: number;
  type: "navigation_view";
  op: "remove";
  fragment: string;
};

export type NavigationViewUpdateEvent = {
  id: number;
  type: "navigation_view";
  op: "update";
  fragment: string;
  data: { is_pinned?: boolean; name?: string | null };
};

export type PermissionHolders = number | { direct_members: Array<number>; direct_subgroups: Array<number> };

export type Playground = {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
};

export type PolicyNumber = 0 | 1 | 2 | 3;

export type PresenceEvent = {
  id: number;
  type: "presence";
  presences?: Record<string, SlimPresence>;
  user_id?: number;
  email?: string;
  server_timestamp?: number;
  presence?: { website: { client: "website"; status: "active" | "idle"; timestamp: number; pushable: boolean } };
};

export type ProfileField = {
  id: number;
  name: string;
  hint: string;
  type: number;
  field_data: string;
  order: number;
  display_in_profile_summary?: boolean;
  required: boolean;
  editable_by_user: boolean;
};

export type PushAccount = {
  status: "pending" | "active" | "failed";
  error_code?: string;
};

export type PushDeviceEvent = {
  id: number;
  type: "push_device";
  push_account_id: string;
  status: "pending" | "active" | "failed";
  error_code?: string;
};

export type QueueEvent = MessageEvent | UpdateMessageEvent | DeleteMessageEvent | ReactionEvent | SubmessageEvent | UpdateMessageFlagsEvent | TypingEvent | TypingEditMessageEvent | ScheduledMessagesEvent | RemindersEvent | StreamEvent | SubscriptionEvent | ChannelFolderEvent | DefaultStreamsEvent | DefaultStreamGroupsEvent | UserTopicEvent | MutedTopicsEvent | RealmUserEvent | RealmBotEvent | UserGroupEvent | UserStatusEvent | PresenceEvent | UserSettingsEvent | UpdateDisplaySettingsEvent | UpdateGlobalNotificationsEvent | AlertWordsEvent | MutedUsersEvent | DraftsEvent | SavedSnippetsEvent | NavigationViewEvent | AttachmentEvent | DeviceEvent | PushDeviceEvent | HeartbeatEvent | WebReloadClientEvent | RealmEvent | RealmUserSettingsDefaultsEvent | CustomProfileFieldsEvent | RealmDomainsEvent | RealmEmojiEvent | RealmLinkifiersEvent | RealmPlaygroundsEvent | RealmExportEvent | RealmExportConsentEvent | InvitesChangedEvent;

export type ReactionAddEvent = {
  id: number;
  type: "reaction";
  op: "add";
  message_id: number;
  emoji_name: string;
  emoji_code: string;
  reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji" | "zulip_extra_emoji";
  user_id: number;
  user: { user_id: number; email: string; full_name: string };
};

export type ReactionEvent = ReactionAddEvent | ReactionRemoveEvent;

export type ReactionRemoveEvent = {
  id: number;
  type: "reaction";
  op: "remove";
  message_id: number;
  emoji_name: string;
  emoji_code: string;
  reaction_type: "unicode_emoji" | "realm_emoji" | "service_extra_emoji" | "zulip_extra_emoji";
  user_id: number;
  user: { user_id: number; email: string; full_name: string };
};

export type RealmBotAddEvent = {
  id: number;
  type: "realm_bot";
  op: "add";
  bot: Bot;
};

export type RealmBotDeleteEvent = {
  id: number;
  type: "realm_bot";
  op: "delete";
  bot: { user_id: number };
};

export type RealmBotEvent = RealmBotAddEvent | RealmBotUpdateEvent | RealmBotDeleteEvent;

export type RealmBotUpdateEvent = {
  id: number;
  type: "realm_bot";
  op: "update";
  bot: { user_id: number; email?: string; full_name?: string; is_active?: boolean; bot_type?: number; owner_id?: number | null; avatar_url?: string; default_sending_stream?: string | null; default_events_register_stream?: string | null; default_all_public_streams?: boolean; services?: Array<BotService> };
};

export type RealmDomain = {
  domain: string;
  allow_subdomains: boolean;
};

export type RealmDomainsAddEvent = {
  id: number;
  type: "realm_domains";
  op: "add";
  realm_domain: RealmDomain;
};

export type RealmDomainsChangeEvent = {
  id: number;
  type: "realm_domains";
  op: "change";
  realm_domain: RealmDomain;
};

export type RealmDomainsEvent = RealmDomainsAddEvent | RealmDomainsChangeEvent | RealmDomainsRemoveEvent;

export type RealmDomainsRemoveEvent = {
  id: number;
  type: "realm_domains";
  op: "remove";
  domain: string;
};

export type RealmEmojiDictionary = Record<string, { id: string; name: string; source_url: string; still_url: string | null; deactivated: boolean; author_id: number | null }>;

export type RealmEmojiEvent = RealmEmojiUpdateEvent;

export type RealmEmojiUpdateEvent = {
  id: number;
  type: "realm_emoji";
  op: "update";
  realm_emoji: RealmEmojiDictionary;
};

export type RealmEvent = RealmUpdateEvent | RealmUpdateDictEvent;

export type RealmExportConsentEvent = {
  id: number;
  type: "realm_export_consent";
  user_id: number;
  consented: boolean;
};

export type RealmExportEvent = {
  id: number;
  type: "realm_export";
  exports: Array<Export>;
};

export type RealmLinkifiersEvent = {
  id: number;
  type: "realm_linkifiers";
  realm_linkifiers: Array<Linkifier>;
};

export type RealmPlaygroundsEvent = {
  id: number;
  type: "realm_playgrounds";
  realm_playgrounds: Array<Playground>;
};

export type RealmUpdateDictEvent = {
  id: number;
  type: "realm";
  op: "update_dict";
  property: string;
  data: Record<string, unknown>;
};

export type RealmUpdateEvent = {
  id: number;
  type: "realm";
  op: "update";
  property: string;
  value: unknown;
};

export type RealmUserAddEvent = {
  id: number;
  type: "realm_user";
  op: "add";
  person: User;
};

export type RealmUserEvent = RealmUserAddEvent | RealmUserUpdateEvent | RealmUserRemoveEvent;

export type RealmUserRemoveEvent = {
  id: number;
  type: "realm_user";
  op: "remove";
  person: { user_id: number; full_name: string };
};

export type RealmUserSettingsDefaultsEvent = RealmUserSettingsDefaultsUpdateEvent;

export type RealmUserSettingsDefaultsUpdateEvent = {
  id: number;
  type: "realm_user_settings_defaults";
  op: "update";
  property: string;
  value: string | number | boolean;
};

export type RealmUserUpdateEvent = {
  id: number;
  type: "realm_user";
  op: "update";
  person: { user_id: number; full_name?: string; role?: 100 | 200 | 300 | 400 | 600; timezone?: string; is_active?: boolean; new_email?: string; delivery_email?: string | null; bot_owner_id?: number | null; avatar_source?: "U" | "G"; avatar_url?: string | null; avatar_url_medium?: string; avatar_version?: number; custom_profile_field?: { id: number; value: string | null; rendered_value?: string } };
};

export type Reminder = {
  reminder_id: number;
  type: "private";
  to: Array<number>;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
  reminder_target_message_id: number;
};

export type RemindersAddEvent = {
  id: number;
  type: "reminders";
  op: "add";
  reminders: Array<Reminder>;
};

export type RemindersEvent = RemindersAddEvent | RemindersRemoveEvent;

export type RemindersRemoveEvent = {
  id: number;
  type: "reminders";
  op: "remove";
  reminder_id: number;
};

export type SavedSnippet = {
  id: number;
  title: string;
  content: string;
  date_created: number;
};

export type SavedSnippetsAddEvent = {
  id: number;
  type: "saved_snippets";
  op: "add";
  saved_snippet: SavedSnippet;
};

export type SavedSnippetsEvent = SavedSnippetsAddEvent | SavedSnippetsUpdateEvent | SavedSnippetsRemoveEvent;

export type SavedSnippetsRemoveEvent = {
  id: number;
  type: "saved_snippets";
  op: "remove";
  saved_snippet_id: number;
};

export type SavedSnippetsUpdateEvent = {
  id: number;
  type: "saved_snippets";
  op: "update";
  saved_snippet: SavedSnippet;
};

export type ScheduledMessage = {
  scheduled_message_id: number;
  type: "stream" | "private";
  to: number | Array<number>;
  topic?: string;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
};

export type ScheduledMessagesAddEvent = {
  id: number;
  type: "scheduled_messages";
  op: "add";
  scheduled_messages: Array<ScheduledMessage>;
};

export type ScheduledMessagesEvent = ScheduledMessagesAddEvent | ScheduledMessagesUpdateEvent | ScheduledMessagesRemoveEvent;

export type ScheduledMessagesRemoveEvent = {
  id: number;
  type: "scheduled_messages";
  op: "remove";
  scheduled_message_id: number;
};

export type ScheduledMessagesUpdateEvent = {
  id: number;
  type: "scheduled_messages";
  op: "update";
  scheduled_message: ScheduledMessage;
};

export type SlimPresence = {
  active_timestamp?: number;
  idle_timestamp?: number;
};

export type StreamCreateEvent = {
  id: number;
  type: "stream";
  op: "create";
  streams: Array<Channel>;
};

export type StreamDeleteEvent = {
  id: number;
  type: "stream";
  op: "delete";
  streams: Array<{ stream_id: number; name: string }>;
  stream_ids: Array<number>;
};

export type StreamEvent = StreamCreateEvent | StreamDeleteEvent | StreamUpdateEvent;

export type StreamUpdateEvent = {
  id: number;
  type: "stream";
  op: "update";
  stream_id: number;
  name: string;
  property: string;
  value: string | boolean | null | PermissionHolders;
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
};

export type SubmessageEvent = {
  id: number;
  type: "submessage";
  message_id: number;
  submessage_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
};

export type Subscription = {
  stream_id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  history_public_to_subscribers: boolean;
  message_retention_days: number | null;
  first_message_id: number | null;
  folder_id: number | null;
  topics_policy: ChannelTopicsPolicy;
  stream_post_policy: number;
  is_announcement_only: boolean;
  is_recently_active: boolean;
  stream_weekly_traffic: number | null;
  subscriber_count: number;
  can_add_subscribers_group: PermissionHolders;
  can_administer_channel_group: PermissionHolders;
  can_delete_any_message_group: PermissionHolders;
  can_delete_own_message_group: PermissionHolders;
  can_move_messages_out_of_channel_group: PermissionHolders;
  can_move_messages_within_channel_group: PermissionHolders;
  can_remove_subscribers_group: PermissionHolders;
  can_resolve_topics_group: PermissionHolders;
  can_send_message_group: PermissionHolders;
  can_subscribe_group: PermissionHolders;
  color: string;
  is_muted: boolean;
  in_home_view: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
  subscribers?: Array<number>;
  partial_subscribers?: Array<number>;
};

export type SubscriptionAddEvent = {
  id: number;
  type: "subscription";
  op: "add";
  subscriptions: Array<Subscription>;
};

export type SubscriptionEvent = SubscriptionAddEvent | SubscriptionRemoveEvent | SubscriptionUpdateEvent | SubscriptionPeerAddEvent | SubscriptionPeerRemoveEvent;

export type SubscriptionPeerAddEvent = {
  id: number;
  type: "subscription";
  op: "peer_add";
  stream_ids: Array<number>;
  user_ids: Array<number>;
};

export type SubscriptionPeerRemoveEvent = {
  id: number;
  type: "subscription";
  op: "peer_remove";
  stream_ids: Array<number>;
  user_ids: Array<number>;
};

export type SubscriptionRemoveEvent = {
  id: number;
  type: "subscription";
  op: "remove";
  subscriptions: Array<{ stream_id: number; name: string }>;
};

export type SubscriptionUpdateEvent = {
  id: number;
  type: "subscription";
  op: "update";
  stream_id: number;
  property: string;
  value: string | boolean | null;
};

export type SupportedPermissions = {
  realm: Record<string, { require_system_group: boolean; allow_internet_group: boolean; allow_nobody_group: boolean; allow_everyone_group: boolean; default_group_name: string; default_for_system_groups: string | null; allowed_system_groups: Array<string> }>;
  stream: Record<string, { require_system_group: boolean; allow_internet_group: boolean; allow_nobody_group: boolean; allow_everyone_group: boolean; default_group_name: string; default_for_system_groups: string | null; allowed_system_groups: Array<string> }>;
  group: Record<string, { require_system_group: boolean; allow_internet_group: boolean; allow_nobody_group: boolean; allow_everyone_group: boolean; default_group_name: string; default_for_system_groups: string | null; allowed_system_groups: Array<string> }>;
};

export type TypingEditMessageEvent = TypingEditMessageStartEvent | TypingEditMessageStopEvent;

export type TypingEditMessageStartEvent = {
  id: number;
  type: "typing_edit_message";
  op: "start";
  sender_id: number;
  message_id: number;
  recipient: { type: "direct"; user_ids: Array<number> } | { type: "channel"; channel_id: number; topic: string };
};

export type TypingEditMessageStopEvent = {
  id: number;
  type: "typing_edit_message";
  op: "stop";
  sender_id: number;
  message_id: number;
  recipient: { type: "direct"; user_ids: Array<number> } | { type: "channel"; channel_id: number; topic: string };
};

export type TypingEvent = TypingStartEvent | TypingStopEvent;

export type TypingStartEvent = {
  id: number;
  type: "typing";
  op: "start";
  message_type: "direct" | "stream";
  sender: { user_id: number; email: string };
  recipients?: Array<{ user_id: number; email: string }>;
  stream_id?: number;
  topic?: string;
};

export type TypingStopEvent = {
  id: number;
  type: "typing";
  op: "stop";
  message_type: "direct" | "stream";
  sender: { user_id: number; email: string };
  recipients?: Array<{ user_id: number; email: string }>;
  stream_id?: number;
  topic?: string;
};

export type UpdateDisplaySettingsEvent = {
  id: number;
  type: "update_display_settings";
  user: string;
  setting_name: string;
  setting: string | number | boolean;
  language_name?: string;
};

export type UpdateGlobalNotificationsEvent = {
  id: number;
  type: "update_global_notifications";
  user: string;
  notification_name: string;
  setting: string | number | boolean;
  language_name?: string;
};

export type UpdateMessageEvent = {
  id: number;
  type: "update_message";
  user_id: number | null;
  rendering_only: boolean;
  message_id: number;
  message_ids: Array<number>;
  flags: Array<string>;
  edit_timestamp: number;
  stream_id?: number;
  stream_name?: string;
  new_stream_id?: number;
  propagate_mode?: "change_one" | "change_later" | "change_all";
  orig_subject?: string;
  subject?: string;
  topic_links?: Array<{ text: string; url: string }>;
  orig_content?: string;
  orig_rendered_content?: string;
  content?: string;
  rendered_content?: string;
  is_me_message?: boolean;
};

export type UpdateMessageFlagsAddEvent = {
  id: number;
  type: "update_message_flags";
  op: "add";
  operation: "add";
  flag: string;
  messages: Array<number>;
  all: false;
};

export type UpdateMessageFlagsEvent = UpdateMessageFlagsAddEvent | UpdateMessageFlagsRemoveEvent;

export type UpdateMessageFlagsRemoveEvent = {
  id: number;
  type: "update_message_flags";
  op: "remove";
  operation: "remove";
  flag: string;
  messages: Array<number>;
  all: false;
  message_details?: Record<string, { type: "stream" | "private"; mentioned?: true; user_ids?: Array<number>; stream_id?: number; topic?: string; unmuted_stream_msg?: boolean }>;
};

export type User = {
  user_id: number;
  delivery_email: string | null;
  email: string;
  full_name: string;
  date_joined: string;
  is_active: boolean;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  bot_type: number | null;
  bot_owner_id: number | null;
  role: 100 | 200 | 300 | 400 | 600;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  profile_data?: Record<string, { value: string; rendered_value?: string }>;
};

export type UserGroup = {
  id: number;
  name: string;
  description: string;
  creator_id: number | null;
  date_created: number | null;
  is_system_group: boolean;
  deactivated: boolean;
  members: Array<number>;
  direct_subgroup_ids: Array<number>;
  can_add_members_group: GroupSettingValue;
  can_join_group: GroupSettingValue;
  can_leave_group: GroupSettingValue;
  can_manage_group: GroupSettingValue;
  can_mention_group: GroupSettingValue;
  can_remove_members_group: GroupSettingValue;
};

export type UserGroupAddEvent = {
  id: number;
  type: "user_group";
  op: "add";
  group: UserGroup;
};

export type UserGroupAddMembersEvent = {
  id: number;
  type: "user_group";
  op: "add_members";
  group_id: number;
  user_ids: Array<number>;
};

export type UserGroupAddSubgroupsEvent = {
  id: number;
  type: "user_group";
  op: "add_subgroups";
  group_id: number;
  direct_subgroup_ids: Array<number>;
};

export type UserGroupEvent = UserGroupAddEvent | UserGroupRemoveEvent | UserGroupUpdateEvent | UserGroupAddMembersEvent | UserGroupRemoveMembersEvent | UserGroupAddSubgroupsEvent | UserGroupRemoveSubgroupsEvent;

export type UserGroupRemoveEvent = {
  id: number;
  type: "user_group";
  op: "remove";
  group_id: number;
};

export type UserGroupRemoveMembersEvent = {
  id: number;
  type: "user_group";
  op: "remove_members";
  group_id: number;
  user_ids: Array<number>;
};

export type UserGroupRemoveSubgroupsEvent = {
  id: number;
  type: "user_group";
  op: "remove_subgroups";
  group_id: number;
  direct_subgroup_ids: Array<number>;
};

export type UserGroupUpdateEvent = {
  id: number;
  type: "user_group";
  op: "update";
  group_id: number;
  data: { id?: number; name?: string; description?: string; creator_id?: number | null; date_created?: number | null; deactivated?: boolean; can_add_members_group?: GroupSettingValue; can_join_group?: GroupSettingValue; can_leave_group?: GroupSettingValue; can_manage_group?: GroupSettingValue; can_mention_group?: GroupSettingValue; can_remove_members_group?: GroupSettingValue };
};

export type UserSettingsEvent = UserSettingsUpdateEvent;

export type UserSettingsUpdateEvent = {
  id: number;
  type: "user_settings";
  op: "update";
  property: string;
  value: string | number | boolean;
  language_name?: string;
};

export type UserStatus = {
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
  clears_at?: number;
  away?: true;
};

export type UserStatusEvent = {
  id: number;
  type: "user_status";
  user_id: number;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
  clears_at?: number;
  away?: boolean;
};

export type UserTopicEvent = {
  id: number;
  type: "user_topic";
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: PolicyNumber;
};

export type WebReloadClientEvent = {
  id: number;
  type: "web_reload_client";
  immediate: boolean;
};

export type AddAlertWordsAnswer = {
  alert_words: Array<string>;
};

export type AddLinkifierAnswer = {
  id: number;
};

export type AddPlaygroundAnswer = {
  id: number;
};

export type CountUnreadAnswer = {
  direct: number;
  mentions: number;
};

export type CreateBotAnswer = {
  user_id: number;
  email: string;
  api_key: string;
  avatar_url: string;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  services: Array<BotService>;
};

export type CreateChannelAnswer = {
  id: number;
};

export type CreateChannelFolderAnswer = {
  channel_folder_id: number;
};

export type CreateDraftsAnswer = {
  ids: Array<number>;
};

export type CreateInvitationLinkAnswer = {
  invite_link: string;
};

export type CreateProfileFieldAnswer = {
  id: number;
};

export type CreateReminderAnswer = {
  reminder_id: number;
};

export type CreateSavedSnippetAnswer = {
  saved_snippet_id: number;
};

export type CreateUserAnswer = {
  user_id: number;
};

export type CreateUserGroupAnswer = {
  group_id: number;
};

export type DeleteAvatarAnswer = {
  avatar_url: string;
};

export type DeleteTopicAnswer = {
  complete: boolean;
};

export type FetchApiKeyAnswer = {
  api_key: string;
  email: string;
  user_id: number;
};

export type FetchMessagesAnswer = {
  messages: Array<Message>;
  anchor?: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  history_limited: boolean;
};

export type GetAlertWordsAnswer = {
  alert_words: Array<string>;
};

export type GetAttachmentsAnswer = {
  attachments: Array<Attachment>;
  upload_space_used: number;
};

export type GetBotsAnswer = {
  bots: Array<{ user_id: number; email: string; full_name: string; is_active: boolean; bot_type: number; owner_id: number | null; avatar_url: string; default_sending_stream: string | null; default_events_register_stream: string | null; default_all_public_streams: boolean; services: Array<BotService>; username: string }>;
};

export type GetChannelAnswer = {
  stream: Channel;
};

export type GetChannelFoldersAnswer = {
  channel_folders: Array<ChannelFolder>;
};

export type GetChannelIdAnswer = {
  stream_id: number;
};

export type GetChannelsAnswer = {
  streams: Array<Channel>;
};

export type GetDomainsAnswer = {
  domains: Array<RealmDomain>;
};

export type GetDraftsAnswer = {
  count: number;
  drafts: Array<Draft>;
};

export type GetEmailAddressAnswer = {
  email: string;
};

export type GetEventsAnswer = {
  events: Array<QueueEvent>;
  queue_id: string;
};

export type GetExportConsentsAnswer = {
  export_consents: Array<{ user_id: number; consented: boolean }>;
};

export type GetExportsAnswer = {
  exports: Array<Export>;
};

export type GetFiltersAnswer = {
  filters: Array<LinkifierTuple>;
};

export type GetInvitationsAnswer = {
  invites: Array<Invitation>;
};

export type GetIsUserGroupMemberAnswer = {
  is_user_group_member: boolean;
};

export type GetLinkifiersAnswer = {
  linkifiers: Array<Linkifier>;
};

export type GetMessageAnswer = {
  raw_content: string;
  message: Message;
};

export type GetMessageHistoryAnswer = {
  message_history: Array<{ topic: string; prev_topic?: string; stream?: number; prev_stream?: number; content: string; rendered_content: string; prev_content?: string; prev_rendered_content?: string; content_html_diff?: string; user_id: number | null; timestamp: number }>;
};

export type GetNavigationViewsAnswer = {
  navigation_views: Array<NavigationView>;
};

export type GetOwnUserAnswer = {
  user_id: number;
  delivery_email: string | null;
  email: string;
  full_name: string;
  date_joined: string;
  is_active: boolean;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  bot_type: number | null;
  bot_owner_id: number | null;
  role: 100 | 200 | 300 | 400 | 600;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  profile_data: Record<string, { value: string; rendered_value?: string }>;
  max_message_id: number;
};

export type GetProfileFieldsAnswer = {
  custom_fields: Array<ProfileField>;
};

export type GetReadReceiptsAnswer = {
  user_ids: Array<number>;
};

export type GetRealmEmojiAnswer = {
  emoji: RealmEmojiDictionary;
};

export type GetRealmPresenceAnswer = {
  presences: Record<string, LegacyPresence>;
  server_timestamp: number;
};

export type GetRemindersAnswer = {
  reminders: Array<Reminder>;
};

export type GetSavedSnippetsAnswer = {
  saved_snippets: Array<SavedSnippet>;
};

export type GetScheduledMessagesAnswer = {
  scheduled_messages: Array<ScheduledMessage>;
};

export type GetServerSettingsAnswer = {
  authentication_methods: Record<string, boolean>;
  external_authentication_methods: Array<ExternalSignIn>;
  zulip_version: string;
  zulip_merge_base: string;
  zulip_feature_level: number;
  hubbub_version: string;
  push_notifications_enabled: boolean;
  is_incompatible: boolean;
  email_auth_enabled: boolean;
  require_email_format_usernames: boolean;
  realm_uri: string;
  realm_url: string;
  realm_name: string;
  realm_icon: string;
  realm_description: string;
  realm_web_public_access_enabled: boolean;
};

export type GetStorageAnswer = {
  storage: Record<string, string>;
};

export type GetSubscribersAnswer = {
  subscribers: Array<number>;
};

export type GetSubscriptionStatusAnswer = {
  is_subscribed: boolean;
};

export type GetSubscriptionsAnswer = {
  subscriptions: Array<Subscription>;
};

export type GetTemporaryUrlAnswer = {
  url: string;
};

export type GetTopicsAnswer = {
  topics: Array<{ name: string; max_id: number }>;
};

export type GetUserAnswer = {
  user: User;
};

export type GetUserGroupMembersAnswer = {
  members: Array<number>;
};

export type GetUserGroupSubgroupsAnswer = {
  subgroups: Array<number>;
};

export type GetUserGroupsAnswer = {
  user_groups: Array<UserGroup>;
};

export type GetUserPresenceAnswer = {
  presence: { aggregated: { status: string; timestamp: number }; website: { status: string; timestamp: number } };
};

export type GetUserStatusAnswer = {
  status: UserStatus;
};

export type GetUsersAnswer = {
  members: Array<User>;
};

export type MarkAllAsReadAnswer = {
  complete: boolean;
};

export type MatchesNarrowAnswer = {
  messages: Record<string, { match_content: string; match_subject: string }>;
};

export type RegenerateBotKeyAnswer = {
  api_key: string;
};

export type RegisterClientDeviceAnswer = {
  device_id: number;
};

export type RegisterQueueAnswer = {
  queue_id: string | null;
  last_event_id: number;
  zulip_version: string;
  zulip_feature_level: number;
  zulip_merge_base: string;
  realm_topics_policy?: string;
  realm_waiting_period_threshold?: number;
  realm_allow_message_editing?: boolean;
  realm_message_content_edit_limit_seconds?: number | null;
  realm_message_content_delete_limit_seconds?: number | null;
  realm_move_messages_within_stream_limit_seconds?: number | null;
  realm_move_messages_between_streams_limit_seconds?: number | null;
  realm_message_retention_days?: number;
  realm_enable_read_receipts?: boolean;
  realm_moderation_request_channel_id?: number;
  realm_new_stream_announcements_stream_id?: number;
  realm_signup_announcements_stream_id?: number;
  realm_presence_disabled?: boolean;
  realm_message_content_allowed_in_email_notifications?: boolean;
  realm_digest_emails_enabled?: boolean;
  realm_digest_weekday?: number;
  realm_require_e2ee_push_notifications?: boolean;
  realm_welcome_message_custom_text?: string;
  realm_require_unique_names?: boolean;
  realm_emails_restricted_to_domains?: boolean;
  realm_default_code_block_language?: string;
  realm_inline_image_preview?: boolean;
  realm_inline_url_embed_preview?: boolean;
  realm_enable_guest_user_indicator?: boolean;
  realm_enable_guest_user_dm_warning?: boolean;
  realm_org_type?: number;
  realm_giphy_rating?: number;
  realm_video_chat_provider?: number;
  realm_jitsi_server_url?: string | null;
  realm_name_changes_disabled?: boolean;
  realm_email_changes_disabled?: boolean;
  realm_avatar_changes_disabled?: boolean;
  realm_keep_photo_locations?: boolean;
  realm_allow_search_engines?: boolean;
  realm_can_access_all_users_group?: GroupSettingValue;
  realm_can_add_custom_emoji_group?: GroupSettingValue;
  realm_can_add_subscribers_group?: GroupSettingValue;
  realm_can_create_bots_group?: GroupSettingValue;
  realm_can_create_groups?: GroupSettingValue;
  realm_can_create_private_channel_group?: GroupSettingValue;
  realm_can_create_public_channel_group?: GroupSettingValue;
  realm_can_create_web_public_channel_group?: GroupSettingValue;
  realm_can_delete_any_message_group?: GroupSettingValue;
  realm_can_delete_own_message_group?: GroupSettingValue;
  realm_can_invite_users_group?: GroupSettingValue;
  realm_can_manage_all_groups?: GroupSettingValue;
  realm_can_manage_billing_group?: GroupSettingValue;
  realm_can_mention_many_users_group?: GroupSettingValue;
  realm_can_move_messages_between_channels_group?: GroupSettingValue;
  realm_can_move_messages_between_topics_group?: GroupSettingValue;
  realm_can_resolve_topics_group?: GroupSettingValue;
  realm_can_set_delete_message_policy_group?: GroupSettingValue;
  realm_can_set_topics_policy_group?: GroupSettingValue;
  realm_can_summarize_topics_group?: GroupSettingValue;
  realm_create_multiuse_invite_group?: GroupSettingValue;
  realm_direct_message_initiator_group?: GroupSettingValue;
  realm_direct_message_permission_group?: GroupSettingValue;
  realm_name?: string;
  realm_description?: string;
  realm_url?: string;
  realm_uri?: string;
  realm_icon_url?: string;
  realm_icon_source?: string;
  realm_logo_url?: string;
  realm_logo_source?: string;
  realm_night_logo_url?: string;
  realm_night_logo_source?: string;
  max_avatar_file_size_mib?: number;
  max_icon_file_size_mib?: number;
  max_logo_file_size_mib?: number;
  realm_bot_domain?: string;
  realm_date_created?: number;
  realm_default_language?: string;
  realm_empty_topic_display_name?: string;
  realm_enable_spectator_access?: boolean;
  realm_web_public_access_enabled?: boolean;
  realm_allow_edit_history?: boolean;
  realm_message_edit_history_visibility_policy?: "all" | "none";
  server_supported_permission_settings?: SupportedPermissions;
  realm_mandatory_topics?: boolean;
  realm_wildcard_mention_policy?: number;
  realm_default_external_accounts?: Record<string, never>;
  server_report_message_types?: Array<{ key: string; name: string }>;
  realm_plan_type?: number;
  realm_push_notifications_enabled?: boolean;
  max_message_length?: number;
  max_topic_length?: number;
  max_stream_name_length?: number;
  max_stream_description_length?: number;
  max_reminder_note_length?: number;
  password_min_length?: number;
  password_max_length?: number;
  max_channel_folder_name_length?: number;
  max_channel_folder_description_length?: number;
  max_file_upload_size_mib?: number;
  server_presence_ping_interval_seconds?: number;
  server_presence_offline_threshold_seconds?: number;
  server_typing_started_expiry_period_milliseconds?: number;
  server_typing_stopped_wait_period_milliseconds?: number;
  server_typing_started_wait_period_milliseconds?: number;
  server_emoji_data_url?: string;
  server_generation?: number;
  server_timestamp?: number;
  server_thumbnail_formats?: Array<{ name: string; max_width: number; max_height: number; format: string; animated: boolean }>;
  realm_upload_quota_mib?: number | null;
  giphy_rating_options?: Record<string, { id: number; name: string }>;
  realm_available_video_chat_providers?: Record<string, { id: number; name: string }>;
  realm_invite_required?: boolean;
  realm_disallow_disposable_email_addresses?: boolean;
  realm_send_welcome_emails?: boolean;
  realm_want_advertise_in_communities_directory?: boolean;
  realm_zulip_update_announcements_stream_id?: number;
  realm_password_auth_enabled?: boolean;
  realm_email_auth_enabled?: boolean;
  realm_is_zephyr_mirror_realm?: boolean;
  realm_authentication_methods?: Record<string, { enabled: boolean; available: boolean }>;
  realm_send_channel_events_messages?: boolean;
  max_bulk_new_subscription_messages?: number;
  password_min_guesses?: number;
  server_can_summarize_topics?: boolean;
  server_needs_upgrade?: boolean;
  settings_send_digest_emails?: boolean;
  server_inline_image_preview?: boolean;
  server_inline_url_embed_preview?: boolean;
  server_name_changes_disabled?: boolean;
  server_avatar_changes_disabled?: boolean;
  server_web_public_streams_enabled?: boolean;
  event_queue_longpoll_timeout_seconds?: number;
  realm_users?: Array<User>;
  realm_non_active_users?: Array<User>;
  cross_realm_bots?: Array<User>;
  user_id?: number;
  email?: string;
  delivery_email?: string;
  full_name?: string;
  avatar_url?: string | null;
  is_owner?: boolean;
  is_admin?: boolean;
  is_moderator?: boolean;
  is_guest?: boolean;
  can_create_public_streams?: boolean;
  can_create_private_streams?: boolean;
  can_create_web_public_streams?: boolean;
  can_subscribe_other_users?: boolean;
  can_invite_others_to_realm?: boolean;
  realm_bots?: Array<Bot>;
  realm_incoming_webhook_bots?: Array<{ name: string; display_name: string; all_event_types: Array<string> | null }>;
  user_status?: Record<string, UserStatus>;
  custom_profile_fields?: Array<ProfileField>;
  custom_profile_field_types?: Record<string, { id: number; name: string }>;
  muted_users?: Array<MutedUser>;
  presences?: Record<string, SlimPresence | LegacyPresence>;
  presence_last_update_id?: number;
  devices?: Record<string, Device>;
  push_devices?: Record<string, PushAccount>;
  realm_user_groups?: Array<UserGroup>;
  user_settings?: { starred_message_counts: boolean; receives_typing_notifications: boolean; web_suggest_update_timezone: boolean; fluid_layout_width: boolean; high_contrast_mode: boolean; enable_drafts_synchronization: boolean; translate_emoticons: boolean; display_emoji_reaction_users: boolean; web_escape_navigates_to_home_view: boolean; left_side_userlist: boolean; hide_ai_features: boolean; web_left_sidebar_show_channel_folders: boolean; web_left_sidebar_unreads_count_summary: boolean; enable_stream_desktop_notifications: boolean; enable_stream_email_notifications: boolean; enable_stream_push_notifications: boolean; enable_stream_audible_notifications: boolean; enable_desktop_notifications: boolean; enable_sounds: boolean; enable_followed_topic_desktop_notifications: boolean; enable_followed_topic_email_notifications: boolean; enable_followed_topic_push_notifications: boolean; enable_followed_topic_audible_notifications: boolean; enable_offline_email_notifications: boolean; enable_offline_push_notifications: boolean; enable_online_push_notifications: boolean; enable_digest_emails: boolean; message_content_in_email_notifications: boolean; pm_content_in_desktop_notifications: boolean; wildcard_mentions_notify: boolean; enable_followed_topic_wildcard_mentions_notify: boolean; automatically_follow_topics_where_mentioned: boolean; presence_enabled: boolean; enter_sends: boolean; twenty_four_hour_time: boolean; send_private_typing_notifications: boolean; send_stream_typing_notifications: boolean; send_read_receipts: boolean; web_navigate_to_sent_message: boolean; allow_private_data_export: boolean; do_not_disturb_until: number; web_mark_read_on_scroll_policy: 1 | 2 | 3; web_channel_default_view: 1 | 2 | 3 | 4; color_scheme: 1 | 2 | 3; demote_inactive_streams: 1 | 2 | 3; user_list_style: 1 | 2 | 3; web_stream_unreads_count_display_policy: 1 | 2 | 3; desktop_icon_count_display: 1 | 2 | 3 | 4; realm_name_in_email_notifications_policy: 1 | 2 | 3; automatically_follow_topics_policy: 1 | 2 | 3 | 4; automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4; email_address_visibility: 1 | 2 | 3 | 4 | 5; web_font_size_px: number; web_line_height_percent: number; email_notifications_batching_period_seconds: number; web_home_view: "recent_topics" | "inbox" | "all_messages"; emojiset: "google" | "twitter" | "text" | "google-blob"; web_animate_image_previews: "always" | "on_hover" | "never"; resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never"; notification_sound: string; default_language: string; timezone: string; emojiset_choices: Array<{ key: string; text: string }>; available_notification_sounds: Array<string> };
  starred_message_counts?: boolean;
  receives_typing_notifications?: boolean;
  web_suggest_update_timezone?: boolean;
  fluid_layout_width?: boolean;
  high_contrast_mode?: boolean;
  enable_drafts_synchronization?: boolean;
  translate_emoticons?: boolean;
  display_emoji_reaction_users?: boolean;
  web_escape_navigates_to_home_view?: boolean;
  left_side_userlist?: boolean;
  hide_ai_features?: boolean;
  web_left_sidebar_show_channel_folders?: boolean;
  web_left_sidebar_unreads_count_summary?: boolean;
  enable_stream_desktop_notifications?: boolean;
  enable_stream_email_notifications?: boolean;
  enable_stream_push_notifications?: boolean;
  enable_stream_audible_notifications?: boolean;
  enable_desktop_notifications?: boolean;
  enable_sounds?: boolean;
  enable_followed_topic_desktop_notifications?: boolean;
  enable_followed_topic_email_notifications?: boolean;
  enable_followed_topic_push_notifications?: boolean;
  enable_followed_topic_audible_notifications?: boolean;
  enable_offline_email_notifications?: boolean;
  enable_offline_push_notifications?: boolean;
  enable_online_push_notifications?: boolean;
  enable_digest_emails?: boolean;
  message_content_in_email_notifications?: boolean;
  pm_content_in_desktop_notifications?: boolean;
  wildcard_mentions_notify?: boolean;
  enable_followed_topic_wildcard_mentions_notify?: boolean;
  automatically_follow_topics_where_mentioned?: boolean;
  presence_enabled?: boolean;
  enter_sends?: boolean;
  twenty_four_hour_time?: boolean;
  send_private_typing_notifications?: boolean;
  send_stream_typing_notifications?: boolean;
  send_read_receipts?: boolean;
  web_navigate_to_sent_message?: boolean;
  allow_private_data_export?: boolean;
  do_not_disturb_until?: number;
  web_mark_read_on_scroll_policy?: 1 | 2 | 3;
  web_channel_default_view?: 1 | 2 | 3 | 4;
  color_scheme?: 1 | 2 | 3;
  demote_inactive_streams?: 1 | 2 | 3;
  user_list_style?: 1 | 2 | 3;
  web_stream_unreads_count_display_policy?: 1 | 2 | 3;
  desktop_icon_count_display?: 1 | 2 | 3 | 4;
  realm_name_in_email_notifications_policy?: 1 | 2 | 3;
  automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
  automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
  email_address_visibility?: 1 | 2 | 3 | 4 | 5;
  web_font_size_px?: number;
  web_line_height_percent?: number;
  email_notifications_batching_period_seconds?: number;
  web_home_view?: "recent_topics" | "inbox" | "all_messages";
  emojiset?: "google" | "twitter" | "text" | "google-blob";
  web_animate_image_previews?: "always" | "on_hover" | "never";
  resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never";
  notification_sound?: string;
  realm_user_settings_defaults?: { starred_message_counts: boolean; receives_typing_notifications: boolean; web_suggest_update_timezone: boolean; fluid_layout_width: boolean; high_contrast_mode: boolean; enable_drafts_synchronization: boolean; translate_emoticons: boolean; display_emoji_reaction_users: boolean; web_escape_navigates_to_home_view: boolean; left_side_userlist: boolean; hide_ai_features: boolean; web_left_sidebar_show_channel_folders: boolean; web_left_sidebar_unreads_count_summary: boolean; enable_stream_desktop_notifications: boolean; enable_stream_email_notifications: boolean; enable_stream_push_notifications: boolean; enable_stream_audible_notifications: boolean; enable_desktop_notifications: boolean; enable_sounds: boolean; enable_followed_topic_desktop_notifications: boolean; enable_followed_topic_email_notifications: boolean; enable_followed_topic_push_notifications: boolean; enable_followed_topic_audible_notifications: boolean; enable_offline_email_notifications: boolean; enable_offline_push_notifications: boolean; enable_online_push_notifications: boolean; enable_digest_emails: boolean; message_content_in_email_notifications: boolean; pm_content_in_desktop_notifications: boolean; wildcard_mentions_notify: boolean; enable_followed_topic_wildcard_mentions_notify: boolean; automatically_follow_topics_where_mentioned: boolean; presence_enabled: boolean; enter_sends: boolean; twenty_four_hour_time: boolean; send_private_typing_notifications: boolean; send_stream_typing_notifications: boolean; send_read_receipts: boolean; web_navigate_to_sent_message: boolean; allow_private_data_export: boolean; do_not_disturb_until: number; web_mark_read_on_scroll_policy: 1 | 2 | 3; web_channel_default_view: 1 | 2 | 3 | 4; color_scheme: 1 | 2 | 3; demote_inactive_streams: 1 | 2 | 3; user_list_style: 1 | 2 | 3; web_stream_unreads_count_display_policy: 1 | 2 | 3; desktop_icon_count_display: 1 | 2 | 3 | 4; realm_name_in_email_notifications_policy: 1 | 2 | 3; automatically_follow_topics_policy: 1 | 2 | 3 | 4; automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4; email_address_visibility: 1 | 2 | 3 | 4 | 5; web_font_size_px: number; web_line_height_percent: number; email_notifications_batching_period_seconds: number; web_home_view: "recent_topics" | "inbox" | "all_messages"; emojiset: "google" | "twitter" | "text" | "google-blob"; web_animate_image_previews: "always" | "on_hover" | "never"; resolved_topic_notice_auto_read_policy: "always" | "except_followed" | "never"; notification_sound: string };
  streams?: Array<Channel>;
  realm_default_streams?: Array<number>;
  subscriptions?: Array<Subscription>;
  unsubscribed?: Array<Subscription>;
  never_subscribed?: Array<{ stream_id: number; name: string; description: string; rendered_description: string; date_created: number; creator_id: number | null; invite_only: boolean; is_web_public: boolean; is_archived: boolean; history_public_to_subscribers: boolean; message_retention_days: number | null; first_message_id: number | null; folder_id: number | null; topics_policy: ChannelTopicsPolicy; stream_post_policy: number; is_announcement_only: boolean; is_recently_active: boolean; stream_weekly_traffic: number | null; subscriber_count: number; can_add_subscribers_group: PermissionHolders; can_administer_channel_group: PermissionHolders; can_delete_any_message_group: PermissionHolders; can_delete_own_message_group: PermissionHolders; can_move_messages_out_of_channel_group: PermissionHolders; can_move_messages_within_channel_group: PermissionHolders; can_remove_subscribers_group: PermissionHolders; can_resolve_topics_group: PermissionHolders; can_send_message_group: PermissionHolders; can_subscribe_group: PermissionHolders; is_default?: boolean; subscribers?: Array<number> }>;
  channel_folders?: Array<ChannelFolder>;
  realm_default_stream_groups?: Array<DefaultGroup>;
  alert_words?: Array<string>;
  user_topics?: Array<{ stream_id: number; topic_name: string; last_updated: number; visibility_policy: number }>;
  muted_topics?: Array<[string, string, number]>;
  max_message_id?: number;
  unread_msgs?: { count: number; pms: Array<{ other_user_id: number; sender_id: number; unread_message_ids: Array<number> }>; streams: Array<{ stream_id: number; topic: string; unread_message_ids: Array<number> }>; huddles: Array<{ user_ids_string: string; unread_message_ids: Array<number> }>; mentions: Array<number>; old_unreads_missing: boolean };
  starred_messages?: Array<number>;
  recent_private_conversations?: Array<{ max_message_id: number; user_ids: Array<number> }>;
  scheduled_messages?: Array<ScheduledMessage>;
  realm_emoji?: RealmEmojiDictionary;
  realm_linkifiers?: Array<Linkifier>;
  realm_filters?: Array<LinkifierTuple>;
  realm_playgrounds?: Array<Playground>;
  realm_domains?: Array<RealmDomain>;
  reminders?: Array<Reminder>;
  drafts?: Array<Draft>;
  saved_snippets?: Array<SavedSnippet>;
  navigation_views?: Array<NavigationView>;
  onboarding_steps?: Array<unknown>;
  realm_embedded_bots?: Array<unknown>;
  stop_words?: Array<unknown>;
  has_zoom_token?: boolean;
  giphy_api_key?: string;
};

export type RemoveAlertWordsAnswer = {
  alert_words: Array<string>;
};

export type RenderMessageAnswer = {
  rendered: string;
};

export type RequestExportAnswer = {
  id: number;
};

export type ScheduleMessageAnswer = {
  scheduled_message_id: number;
};

export type SendMessageAnswer = {
  id: number;
  automatic_new_visibility_policy: 2 | 3;
};

export type SubscribeAnswer = {
  subscribed: Record<string, Array<string>>;
  already_subscribed: Record<string, Array<string>>;
  unauthorized: Array<string>;
  new_subscription_messages_sent: boolean;
};

export type TestWelcomeMessageAnswer = {
  message_id: number;
};

export type UnsubscribeAnswer = {
  removed: Array<string>;
  not_removed: Array<string>;
};

export type UpdateBotAnswer = {
  full_name: string;
  avatar_url: string;
  bot_owner_id: number | null;
  role: number;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
};

export type UpdateMessageAnswer = {
  detached_uploads: Array<Attachment>;
};

export type UpdateMessageFlagsAnswer = {
  messages: Array<number>;
  ignored_because_not_subscribed_channels: Array<number>;
};

export type UpdateMessageFlagsForNarrowAnswer = {
  processed_count: number;
  updated_count: number;
  first_processed_id: number | null;
  last_processed_id: number | null;
  found_oldest: boolean;
  found_newest: boolean;
  ignored_because_not_subscribed_channels: Array<number>;
};

export type UpdatePresenceAnswer = {
  presences: Record<string, SlimPresence | LegacyPresence>;
  server_timestamp: number;
  presence_last_update_id: number;
};

export type UpdateSubscriptionsAnswer = {
  subscribed: Record<string, Array<string>>;
  already_subscribed: Record<string, Array<string>>;
  removed: Array<string>;
  not_removed: Array<string>;
};

export type UploadAvatarAnswer = {
  avatar_url: string;
};

export type UploadFileAnswer = {
  uri: string;
  url: string;
  filename: string;
};
