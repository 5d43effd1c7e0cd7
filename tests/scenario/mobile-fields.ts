import { type TObject, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { channel, customProfileField, group, message, snippet, subscription, user } from './mobile-objects.ts';

/*
 * Fields of each kind of event that zulip-flutter requires, with the type it decodes. A message without one is lost, a
 * registration without one ends the sign-in, an event without one ends the queue. `mobile-registration.ts` has the same
 * for the registration.
 */

const { Integer, String: Text, Boolean: Flag, Array: List, Object: Fields } = Type;
const Ids = List(Integer());
const id = { id: Integer() };
const GroupSetting = Type.Union([Integer(), Fields({ direct_members: Ids, direct_subgroups: Ids })]);
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** An update of one property: those that the app reads, with their types; the value of another may be anything. */
function ofProperty(fields: TObject, values: Readonly<Record<string, TSchema>>): TSchema {
  const known = Object.entries(values).map(([property, value]) => Fields({ property: Type.Literal(property), value }));
  const others = `^(?!(?:${Object.keys(values).join('|')})$)`;
  return Type.Intersect([fields, Type.Union([...known, Fields({ property: Text({ pattern: others }) })])]);
}

const folder = Fields({ ...id, name: Text(), description: Text(), rendered_description: Text(), is_archived: Flag() });
const emoji = Fields({ id: Text(), name: Text(), source_url: Text(), deactivated: Flag() });
const person = (more: Record<string, TSchema> = {}) => Fields({ user_id: Integer(), ...more });
const change = Type.Optional(Fields({ ...id, value: Type.Optional(orNull(Text())) }));
const inTopic = { stream_id: Integer(), topic: Text() };
const details = Type.Union([
  Fields({ type: Type.Literal('stream'), ...inTopic }),
  Fields({ type: Type.Literal('private'), user_ids: Ids }),
]);
const flags = { flag: Text(), messages: Ids };
const moved = { orig_subject: Text(), stream_id: Integer(), propagate_mode: Text() };
const updated = {
  rendering_only: Flag(),
  message_id: Integer(),
  message_ids: Ids,
  flags: List(Text()),
  edit_timestamp: Integer(),
};
const ofGroup = { group_id: Integer() };
const ofDevice = Fields({ device_id: Integer() });
const bySender = { op: Type.Enum(['start', 'stop']), sender: person() };
const presence = Fields({
  client: Text(),
  status: Type.Enum(['active', 'idle']),
  timestamp: Integer(),
  pushable: Flag(),
});

/** By event type, and by `op` where the fields depend on it. */
export const MOBILE_EVENTS: Readonly<Record<string, TSchema>> = {
  alert_words: Fields({ alert_words: List(Text()) }),
  custom_profile_fields: Fields({ fields: List(customProfileField) }),
  'channel_folder add': Fields({ channel_folder: folder }),
  'channel_folder update': Fields({ channel_folder_id: Integer(), data: Type.Partial(Type.Omit(folder, ['id'])) }),
  'channel_folder reorder': Fields({ order: Ids }),
  delete_message: Type.Union([
    Fields({ message_ids: Ids, message_type: Type.Literal('stream'), ...inTopic }),
    Fields({ message_ids: Ids, message_type: Type.Literal('private') }),
  ]),
  'device add': ofDevice,
  'device remove': ofDevice,
  'device update': ofDevice,
  heartbeat: Fields(id),
  message: Fields({ message, flags: List(Text()) }),
  muted_users: Fields({ muted_users: List(Fields(id)) }),
  presence: Fields({
    user_id: Integer(),
    server_timestamp: Type.Number(),
    presence: Type.Record(Text(), presence),
  }),
  reaction: Fields({
    op: Type.Enum(['add', 'remove']),
    emoji_name: Text(),
    emoji_code: Text(),
    reaction_type: Type.Enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji', 'zulip_extra_emoji']),
    user_id: Integer(),
    message_id: Integer(),
  }),
  'realm_emoji update': Fields({ realm_emoji: Type.Record(Text(), emoji) }),
  'realm_user add': Fields({ person: user }),
  'realm_user remove': Fields({ person: person() }),
  'realm_user update': Fields({
    person: person({
      full_name: Type.Optional(Text()),
      avatar_url: Type.Optional(orNull(Text())),
      avatar_version: Type.Optional(Integer()),
      timezone: Type.Optional(Text()),
      bot_owner_id: Type.Optional(orNull(Integer())),
      role: Type.Optional(Integer()),
      delivery_email: Type.Optional(orNull(Text())),
      custom_profile_field: change,
      new_email: Type.Optional(Text()),
      is_active: Type.Optional(Flag()),
    }),
  }),
  'saved_snippets add': Fields({ saved_snippet: snippet }),
  'saved_snippets update': Fields({ saved_snippet: snippet }),
  'saved_snippets remove': Fields({ saved_snippet_id: Integer() }),
  'stream create': Fields({ streams: List(channel) }),
  'stream delete': Fields({ stream_ids: Ids, streams: List(Fields({ stream_id: Integer() })) }),
  'stream update': ofProperty(Fields({ stream_id: Integer(), name: Text() }), {
    name: Text(),
    is_archived: Flag(),
    description: Text(),
    first_message_id: orNull(Integer()),
    invite_only: Flag(),
    message_retention_days: orNull(Integer()),
    topics_policy: Text(),
    stream_post_policy: Type.Enum([1, 2, 3, 4]),
    folder_id: orNull(Integer()),
    can_add_subscribers_group: GroupSetting,
    can_delete_any_message_group: GroupSetting,
    can_delete_own_message_group: GroupSetting,
    can_send_message_group: GroupSetting,
    can_subscribe_group: GroupSetting,
    is_recently_active: Flag(),
    stream_weekly_traffic: orNull(Integer()),
  }),
  submessage: Fields({
    msg_type: Text(),
    content: Text(),
    message_id: Integer(),
    sender_id: Integer(),
    submessage_id: Integer(),
  }),
  'subscription add': Fields({ subscriptions: List(subscription) }),
  'subscription remove': Fields({ subscriptions: List(Fields({ stream_id: Integer() })) }),
  'subscription update': ofProperty(Fields({ stream_id: Integer() }), {
    color: Text({ pattern: '^#[0-9a-f]{6}$' }),
    is_muted: Flag(),
    pin_to_top: Flag(),
    desktop_notifications: Flag(),
    audible_notifications: Flag(),
    push_notifications: Flag(),
    email_notifications: Flag(),
    wildcard_mentions_notify: Flag(),
  }),
  'subscription peer_add': Fields({ stream_ids: Ids, user_ids: Ids }),
  'subscription peer_remove': Fields({ stream_ids: Ids, user_ids: Ids }),
  typing: Type.Union([
    Fields({ ...bySender, message_type: Type.Literal('stream'), ...inTopic }),
    Fields({ ...bySender, message_type: Type.Enum(['direct', 'private']), recipients: List(person()) }),
  ]),
  // It throws where a move is told of that is none.
  update_message: Type.Union([
    Fields({ ...updated, ...moved, subject: Text() }),
    Fields({ ...updated, ...moved, new_stream_id: Integer() }),
    Fields({ ...updated, propagate_mode: Type.Optional(Type.Never()) }),
  ]),
  'update_message_flags add': Fields({ ...flags, all: Flag() }),
  // Of messages that are unread again it throws without the details.
  'update_message_flags remove': Type.Union([
    Fields({ ...flags, flag: Type.Literal('read'), message_details: Type.Record(Text(), details) }),
    Fields({ ...flags, flag: Text({ pattern: '^(?!read$)' }) }),
  ]),
  'user_group add': Fields({ group }),
  'user_group update': Fields({
    ...ofGroup,
    data: Fields({
      name: Type.Optional(Text()),
      description: Type.Optional(Text()),
      deactivated: Type.Optional(Flag()),
    }),
  }),
  'user_group remove': Fields(ofGroup),
  'user_group add_members': Fields({ ...ofGroup, user_ids: Ids }),
  'user_group remove_members': Fields({ ...ofGroup, user_ids: Ids }),
  'user_group add_subgroups': Fields({ ...ofGroup, direct_subgroup_ids: Ids }),
  'user_group remove_subgroups': Fields({ ...ofGroup, direct_subgroup_ids: Ids }),
  'user_settings update': ofProperty(Fields({}), {
    twenty_four_hour_time: orNull(Flag()),
    starred_message_counts: Flag(),
    display_emoji_reaction_users: Flag(),
    emojiset: Text(),
    web_inbox_show_channel_folders: Flag(),
    presence_enabled: Flag(),
  }),
  user_status: person({
    status_text: Type.Optional(Text()),
    emoji_name: Type.Optional(Text()),
    emoji_code: Type.Optional(Text()),
    reaction_type: Type.Optional(Text()),
  }),
  user_topic: Fields({
    stream_id: Integer(),
    topic_name: Text(),
    last_updated: Integer(),
    visibility_policy: Type.Enum([0, 1, 2, 3]),
  }),
};

/** Kinds that the app passes over, whatever is in them. */
export const NOT_READ_BY_MOBILE: ReadonlySet<string> = new Set([
  ...[
    'attachment',
    'default_streams',
    'default_stream_groups',
    'drafts',
    'invites_changed',
    'muted_topics',
    'navigation_view',
  ],
  ...['onboarding_steps', 'push_device', 'realm', 'realm_bot', 'realm_domains', 'realm_export', 'realm_linkifiers'],
  'realm_export_consent',
  ...['realm_playgrounds', 'realm_user_settings_defaults', 'reminders', 'restart', 'scheduled_messages'],
  ...['typing_edit_message', 'web_reload_client'],
]);

const validators = new Map<string, Validator>();

/** The row that an event is held to; undefined: the app passes over it. */
export function mobileRowOf({ type, op }: { type: string; op?: unknown }): string | undefined {
  return [`${type} ${op}`, type].find((row) => Object.hasOwn(MOBILE_EVENTS, row));
}

/** Returns the required fields that an event lacks. */
export function missingInEvent(event: { type: string; op?: unknown }): string[] {
  const row = mobileRowOf(event);
  if (row === undefined) return NOT_READ_BY_MOBILE.has(event.type) ? [] : [`${event.type} ${event.op}: no row`];
  let validator = validators.get(row);
  if (!validator) {
    validator = Compile(MOBILE_EVENTS[row]!);
    validators.set(row, validator);
  }
  if (validator.Check(event)) return [];
  const errors = validator.Errors(event).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [`${row}: ${errors.join(', ')} in ${JSON.stringify(event)}`];
}
