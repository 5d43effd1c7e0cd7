-- Addresses by which an answer to an e-mail of missed messages comes back: each for one person and one conversation.
create table chat.reply_addresses (
  organization_id text not null,
  user_id bigint not null,
  -- SHA-256 of 160 random bits
  token_hash bytea not null unique,
  -- of the conversation: an answer goes where it stands now
  message_id bigint not null,
  -- null, with the people instead: a direct conversation
  channel_id bigint,
  topic text not null default '',
  user_ids bigint[],
  expires_at timestamptz not null,
  primary key (organization_id, user_id, token_hash),
  foreign key (organization_id, user_id) references chat.users on delete cascade,
  check ((channel_id is null) = (user_ids is not null))
);
create index reply_addresses_expired on chat.reply_addresses (expires_at);
