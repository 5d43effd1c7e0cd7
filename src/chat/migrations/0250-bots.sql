create index users_bot_owner on chat.users (organization_id, bot_owner_id) where bot_type is not null;

-- Where the messages for an outgoing-webhook bot go.
create table chat.bot_services (
  organization_id text not null,
  user_id bigint not null,
  base_url text not null,
  -- 1: the payload that bot frameworks read
  interface smallint not null check (interface = 1),
  -- the token that tells the receiver who calls
  sealed_token bytea not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);

-- What a bot keeps for itself.
create table chat.bot_storage (
  organization_id text not null,
  user_id bigint not null,
  key text not null,
  value text not null,
  primary key (organization_id, user_id, key),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
