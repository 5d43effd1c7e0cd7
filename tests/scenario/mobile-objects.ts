import { Type } from 'typebox';

/* Objects that zulip-flutter decodes, with the fields that it cannot do without and their types. */

const { Integer, String: Text, Boolean: Flag, Array: List, Object: Fields } = Type;
const Ids = List(Integer());
const nullable = { integer: Type.Optional(Type.Union([Integer(), Type.Null()])) };

export const user = Fields({
  user_id: Integer(),
  email: Text(),
  full_name: Text(),
  date_joined: Text(),
  is_active: Flag(),
  is_bot: Flag(),
  role: Type.Enum([100, 200, 300, 400, 600]),
  timezone: Text(),
  avatar_version: Integer(),
  bot_type: nullable.integer,
  bot_owner_id: nullable.integer,
  profile_data: Type.Optional(
    Type.Record(Text({ pattern: '^[0-9]+$' }), Fields({ value: Text(), rendered_value: Type.Optional(Text()) })),
  ),
});

const channelFields = {
  stream_id: Integer(),
  name: Text(),
  description: Text(),
  rendered_description: Text(),
  date_created: Integer(),
  invite_only: Flag(),
  is_web_public: Flag(),
  history_public_to_subscribers: Flag(),
  first_message_id: nullable.integer,
  folder_id: nullable.integer,
  message_retention_days: nullable.integer,
  stream_weekly_traffic: nullable.integer,
  stream_post_policy: Type.Optional(Type.Enum([1, 2, 3, 4])),
};
export const channel = Fields(channelFields);
export const subscription = Fields({
  ...channelFields,
  pin_to_top: Flag(),
  is_muted: Flag(),
  color: Text({ pattern: '^#[0-9a-f]{6}$' }),
});

export const group = Fields({
  id: Integer(),
  members: Ids,
  direct_subgroup_ids: Ids,
  name: Text(),
  description: Text(),
  is_system_group: Flag(),
});

export const customProfileField = Fields({
  id: Integer(),
  type: Integer(),
  order: Integer(),
  name: Text(),
  hint: Text(),
  field_data: Text(),
});

export const snippet = Fields({ id: Integer(), title: Text(), content: Text(), date_created: Integer() });

const messageFields = {
  id: Integer(),
  sender_id: Integer(),
  timestamp: Integer(),
  client: Text(),
  content: Text(),
  content_type: Text(),
  is_me_message: Flag(),
  reactions: List(Fields({ emoji_name: Text(), emoji_code: Text(), reaction_type: Text(), user_id: Integer() })),
  sender_email: Text(),
  sender_full_name: Text(),
  sender_realm_str: Text(),
  submessages: List(Fields({ sender_id: Integer(), msg_type: Text(), content: Text() })),
  // Absent rather than empty.
  edit_history: Type.Optional(List(Fields({}), { minItems: 1 })),
};
/** In an event the flags stand beside it. */
export const message = Type.Union([
  Fields({
    ...messageFields,
    type: Type.Literal('stream'),
    stream_id: Integer(),
    subject: Text(),
    display_recipient: Text(),
  }),
  Fields({ ...messageFields, type: Type.Literal('private'), display_recipient: List(Fields({ id: Integer() })) }),
]);
