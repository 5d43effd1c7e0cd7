-- A direct conversation: the sorted set of all its people, the sender among them.
create table chat.direct_conversations (
  organization_id text not null references platform.organizations on delete cascade,
  recipient_id bigint not null default nextval('chat.recipient_ids'),
  user_ids bigint[] not null,
  primary key (organization_id, recipient_id)
);
create unique index direct_conversations_users on chat.direct_conversations (organization_id, user_ids);
create table chat.direct_conversation_members (
  organization_id text not null,
  user_id bigint not null,
  recipient_id bigint not null,
  primary key (organization_id, user_id, recipient_id),
  foreign key (organization_id, recipient_id) references chat.direct_conversations on delete cascade
);

-- IDs are taken under the organization's log lock, so whoever has seen N is never later shown a new one below N.
create sequence chat.message_ids;
create table chat.messages (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null,
  recipient_id bigint not null,
  -- null for direct messages
  channel_id bigint,
  topic text not null default '',
  sender_id bigint not null,
  client text not null,
  content text not null,
  rendered_content text not null,
  plain_text text not null,
  sent_at timestamptz not null,
  is_me_message boolean not null default false,
  -- whether the sender has it read from the start: a rule of the message, so that sending writes no read mark
  read_by_sender boolean not null default true,
  has_link boolean not null default false,
  has_image boolean not null default false,
  has_attachment boolean not null default false,
  -- whom it names: people, groups, and 1 channel wildcard, 2 topic wildcard, 3 both
  mentioned_user_ids bigint[] not null default '{}',
  mentioned_group_ids bigint[] not null default '{}',
  wildcard smallint not null default 0,
  edit_history jsonb,
  last_edit_at timestamptz,
  last_moved_at timestamptz,
  primary key (organization_id, id)
);
create index messages_recipient on chat.messages (organization_id, recipient_id, id);
-- With the topic itself, or PostgreSQL would not answer from the index alone.
create index messages_topic on chat.messages (organization_id, channel_id, lower(topic), id) include (topic)
  where channel_id is not null;
create index messages_sender on chat.messages (organization_id, sender_id, id);

-- What a person has read, per conversation, as ranges of message IDs. Topic '' with direct recipients.
create table chat.read_ranges (
  organization_id text not null,
  user_id bigint not null,
  recipient_id bigint not null,
  ranges int8multirange not null,
  primary key (organization_id, user_id, recipient_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);

-- Flags other than read: only where one is set.
create table chat.message_flags (
  organization_id text not null,
  user_id bigint not null,
  message_id bigint not null,
  -- bits: 1 starred, 2 collapsed, 4 mentioned, 8 stream_wildcard_mentioned, 16 topic_wildcard_mentioned,
  -- 32 has_alert_word, 64 historical
  flags int not null,
  primary key (organization_id, user_id, message_id),
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);
create index message_flags_starred on chat.message_flags (organization_id, user_id, message_id) where flags & 1 <> 0;
create index message_flags_mentioned on chat.message_flags (organization_id, user_id, message_id) where flags & 28 <> 0;
create index message_flags_message on chat.message_flags (organization_id, message_id);

create table chat.reactions (
  organization_id text not null,
  message_id bigint not null,
  user_id bigint not null,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null,
  at timestamptz not null,
  primary key (organization_id, message_id, user_id, reaction_type, emoji_code),
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);

-- The sender's own mark of a message (queue_id and local_id): a retry after a lost answer finds the first one.
create table chat.sent_local_ids (
  organization_id text not null,
  sender_id bigint not null,
  queue_id text not null,
  local_id text not null,
  message_id bigint not null,
  primary key (organization_id, sender_id, queue_id, local_id),
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);

-- 0 none, 1 muted, 2 unmuted, 3 followed; "none" is no row
create table chat.topic_visibility (
  organization_id text not null,
  user_id bigint not null,
  channel_id bigint not null,
  topic text not null,
  policy smallint not null check (policy between 1 and 3),
  updated_at timestamptz not null,
  primary key (organization_id, user_id, channel_id, topic),
  foreign key (organization_id, channel_id) references chat.channels on delete cascade
);
create unique index topic_visibility_lower on chat.topic_visibility (organization_id, user_id, channel_id, lower(topic));
create index topic_visibility_topic on chat.topic_visibility (organization_id, channel_id, lower(topic));

