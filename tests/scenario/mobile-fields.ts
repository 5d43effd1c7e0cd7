/*
 * What zulip-flutter cannot do without: fields that must be there and of the kind named, in the registration, in its
 * objects and in each kind of event. A message that lacks one is lost, a registration that lacks one ends the sign-in.
 */

type Fields = Readonly<Record<string, string>>;

const of = (kinds: string, names: string): Fields => Object.fromEntries(names.split(' ').map((name) => [name, kinds]));

const USER: Fields = {
  ...of('number', 'user_id role avatar_version'),
  ...of('string', 'email full_name date_joined timezone'),
  ...of('boolean', 'is_bot'),
};
const CHANNEL: Fields = {
  ...of('number', 'stream_id date_created'),
  ...of('string', 'name description rendered_description'),
  ...of('boolean', 'invite_only is_web_public history_public_to_subscribers'),
};
const SUBSCRIPTION: Fields = { ...CHANNEL, ...of('boolean', 'pin_to_top is_muted'), color: 'string' };
const MESSAGE: Fields = {
  ...of('number', 'id sender_id timestamp'),
  ...of('string', 'client content content_type sender_email sender_full_name sender_realm_str subject type'),
  ...of('boolean', 'is_me_message'),
  ...of('list', 'reactions'),
  display_recipient: 'string|list',
};

/** By event type, and by `op` where the fields depend on it. */
const EVENTS: Readonly<Record<string, Fields>> = {
  alert_words: of('list', 'alert_words'),
  custom_profile_fields: of('list', 'fields'),
  'channel_folder add': of('object', 'channel_folder'),
  'channel_folder update': { channel_folder_id: 'number', data: 'object' },
  'channel_folder reorder': of('list', 'order'),
  delete_message: { message_ids: 'list', message_type: 'string' },
  message: { message: 'object', flags: 'list' },
  muted_users: of('list', 'muted_users'),
  reaction: { ...of('string', 'op emoji_name emoji_code reaction_type'), ...of('number', 'user_id message_id') },
  'realm_user add': of('object', 'person'),
  'realm_user update': of('object', 'person'),
  'saved_snippets add': of('object', 'saved_snippet'),
  'saved_snippets update': of('object', 'saved_snippet'),
  'saved_snippets remove': of('number', 'saved_snippet_id'),
  'stream create': of('list', 'streams'),
  'stream delete': of('list', 'streams stream_ids'),
  'stream update': { stream_id: 'number', ...of('string', 'name property') },
  submessage: { ...of('string', 'msg_type content'), ...of('number', 'message_id submessage_id sender_id') },
  'subscription add': of('list', 'subscriptions'),
  'subscription remove': of('list', 'subscriptions'),
  'subscription update': { stream_id: 'number', property: 'string' },
  'subscription peer_add': of('list', 'stream_ids user_ids'),
  'subscription peer_remove': of('list', 'stream_ids user_ids'),
  update_message: {
    rendering_only: 'boolean',
    ...of('number', 'message_id edit_timestamp'),
    ...of('list', 'message_ids flags'),
  },
  update_message_flags: { ...of('string', 'op flag'), messages: 'list' },
  'user_group add': of('object', 'group'),
  'user_group update': { group_id: 'number', data: 'object' },
  'user_group remove': of('number', 'group_id'),
  'user_group add_members': { group_id: 'number', user_ids: 'list' },
  'user_group remove_members': { group_id: 'number', user_ids: 'list' },
  'user_group add_subgroups': { group_id: 'number', direct_subgroup_ids: 'list' },
  'user_group remove_subgroups': { group_id: 'number', direct_subgroup_ids: 'list' },
  user_settings: of('string', 'op property'),
  user_status: of('number', 'user_id'),
  user_topic: { ...of('number', 'stream_id last_updated visibility_policy'), topic_name: 'string' },
};

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function missingIn(what: string, object: object, fields: Fields): string[] {
  const values = object as Record<string, unknown>;
  return Object.entries(fields)
    .filter(([name, kinds]) => !kinds.split('|').includes(kindOf(values[name])))
    .map(([name, kinds]) => `${what}.${name} is ${kindOf(values[name])}, not ${kinds}`);
}

// biome-ignore lint/suspicious/noExplicitAny: an event of any kind
type AnyEvent = Record<string, any>;

/** What zulip-flutter would miss in an event; nothing in one of a type that it does not read. */
export function missingInEvent(event: AnyEvent): string[] {
  const { type, op } = event;
  const fields = EVENTS[`${type} ${op}`] ?? EVENTS[type];
  if (!fields) return [];
  const found = missingIn(`${type} ${op ?? ''}`.trim(), event, fields);
  if (found.length > 0) return found;
  if (type === 'message') return missingIn('message', event.message, MESSAGE);
  if (type === 'realm_user' && op === 'add') return missingIn('person', event.person, USER);
  if (type === 'stream' && op === 'create')
    return event.streams.flatMap((each: object) => missingIn('channel', each, CHANNEL));
  if (type === 'subscription' && op === 'add')
    return event.subscriptions.flatMap((each: object) => missingIn('subscription', each, SUBSCRIPTION));
  if (type === 'delete_message' && event.message_type === 'stream')
    return missingIn('delete_message', event, { stream_id: 'number', topic: 'string' });
  // It throws without the details, and where a move is told of that is none.
  if (type === 'update_message_flags' && op === 'remove' && event.flag === 'read')
    return missingIn('update_message_flags', event, of('object', 'message_details'));
  if (type === 'update_message' && 'propagate_mode' in event && !('subject' in event || 'new_stream_id' in event))
    return ['update_message.propagate_mode without a move'];
  return [];
}
