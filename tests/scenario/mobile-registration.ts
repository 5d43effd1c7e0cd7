import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { channel, customProfileField, group, snippet, subscription, user } from './mobile-objects.ts';

/* Fields that zulip-flutter requires in the answer of `POST /register`: without one of these nobody can sign in. */

const { Integer, String: Text, Boolean: Flag, Array: List, Object: Fields, Optional } = Type;
const Ids = List(Integer());
const nullableInteger = Type.Union([Integer(), Type.Null()]);
const GroupSetting = Type.Union([Integer(), Fields({ direct_members: Ids, direct_subgroups: Ids })]);
const byNumber = (value: Parameters<typeof Type.Record>[1]) => Type.Record(Text({ pattern: '^[0-9]+$' }), value);
const unread = { unread_message_ids: Ids };

const registration = Fields({
  queue_id: Text(),
  last_event_id: Integer(),
  zulip_feature_level: Integer(),
  zulip_version: Text(),
  zulip_merge_base: Text(),
  alert_words: List(Text()),
  custom_profile_fields: List(customProfileField),
  max_stream_name_length: Integer(),
  max_topic_length: Integer(),
  server_presence_ping_interval_seconds: Integer(),
  server_presence_offline_threshold_seconds: Integer(),
  server_typing_started_expiry_period_milliseconds: Optional(Integer()),
  server_typing_stopped_wait_period_milliseconds: Optional(Integer()),
  server_typing_started_wait_period_milliseconds: Optional(Integer()),
  muted_users: List(Fields({ id: Integer() })),
  presences: byNumber(Fields({ active_timestamp: Integer(), idle_timestamp: Integer() })),
  realm_emoji: Type.Record(Text(), Fields({ id: Text(), name: Text(), source_url: Text(), deactivated: Flag() })),
  realm_user_groups: List(group),
  recent_private_conversations: List(Fields({ max_message_id: Integer(), user_ids: Ids })),
  saved_snippets: Optional(List(snippet)),
  subscriptions: List(subscription),
  channel_folders: Optional(
    List(
      Fields({ id: Integer(), name: Text(), description: Text(), rendered_description: Text(), is_archived: Flag() }),
    ),
  ),
  unread_msgs: Fields({
    count: Integer(),
    pms: List(Fields({ other_user_id: Integer(), ...unread })),
    streams: List(Fields({ topic: Text(), stream_id: Integer(), ...unread })),
    huddles: List(Fields({ user_ids_string: Text(), ...unread })),
    mentions: Ids,
    old_unreads_missing: Flag(),
  }),
  starred_messages: Ids,
  streams: List(channel),
  user_status: byNumber(Fields({})),
  user_settings: Fields({
    twenty_four_hour_time: Type.Union([Flag(), Type.Null()]),
    starred_message_counts: Flag(),
    display_emoji_reaction_users: Flag(),
    emojiset: Text(),
    presence_enabled: Flag(),
  }),
  user_topics: List(
    Fields({ stream_id: Integer(), topic_name: Text(), last_updated: Integer(), visibility_policy: Integer() }),
  ),
  devices: Optional(
    byNumber(
      Fields({ push_key_id: Optional(nullableInteger), push_token_id: Optional(Type.Union([Text(), Type.Null()])) }),
    ),
  ),
  realm_can_delete_any_message_group: Optional(GroupSetting),
  realm_can_delete_own_message_group: Optional(GroupSetting),
  realm_wildcard_mention_policy: Type.Enum([1, 2, 3, 5, 6, 7]),
  realm_topics_policy: Optional(Text()),
  realm_mandatory_topics: Optional(Flag()),
  realm_name: Text(),
  realm_waiting_period_threshold: Integer(),
  realm_message_content_delete_limit_seconds: Optional(nullableInteger),
  realm_allow_message_editing: Flag(),
  realm_message_content_edit_limit_seconds: Optional(nullableInteger),
  realm_enable_read_receipts: Flag(),
  realm_icon_url: Text(),
  realm_presence_disabled: Flag(),
  realm_default_external_accounts: Fields({}),
  max_file_upload_size_mib: Integer(),
  server_thumbnail_formats: Optional(
    List(Fields({ name: Text(), max_width: Integer(), max_height: Integer(), format: Text(), animated: Flag() })),
  ),
  server_emoji_data_url: Text(),
  event_queue_longpoll_timeout_seconds: Integer(),
  realm_moderation_request_channel_id: Optional(Integer()),
  realm_empty_topic_display_name: Optional(Text()),
  realm_users: List(user),
  realm_non_active_users: List(user),
  cross_realm_bots: List(user),
  server_report_message_types: Optional(List(Fields({ key: Text(), name: Text() }))),
});

const validator = Compile(registration);

/** Returns the required fields that a registration for everything lacks. */
export function missingInRegistration(answer: object): string[] {
  const found = validator.Errors(answer).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const { unread_msgs } = answer as { unread_msgs?: Record<string, { unread_message_ids: number[] }[]> };
  // Its assertions ask for rising IDs.
  for (const kind of ['pms', 'streams', 'huddles'])
    for (const { unread_message_ids } of unread_msgs?.[kind] ?? [])
      if (unread_message_ids.some((each, index) => index > 0 && each <= unread_message_ids[index - 1]!))
        found.push(`unread_msgs.${kind}: ${unread_message_ids} do not rise`);
  return found;
}
