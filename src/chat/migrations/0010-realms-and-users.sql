create schema if not exists chat;

create table chat.realms (
  organization_id text primary key references platform.organizations on delete cascade,
  description text not null default '',
  empty_topic_display_name text not null default 'general chat',
  enable_spectator_access boolean not null default false,
  allow_edit_history boolean not null default true,
  -- settings of the organization that differ from their default, by their API name
  settings jsonb not null default '{}',
  -- defaults of the personal settings of new users (4.2), by their API name
  user_settings_defaults jsonb not null default '{}'
);

create sequence chat.user_ids;
create table chat.users (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.user_ids'),
  email text not null,
  full_name text not null,
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  is_active boolean not null default true,
  -- null: not a bot; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded
  bot_type smallint,
  bot_owner_id bigint,
  password_hash text,
  timezone text not null default '',
  avatar_version int not null default 1,
  -- 1 everyone, 2 members only, 3 administrators only, 4 nobody, 5 moderators only
  email_address_visibility smallint not null default 1,
  settings jsonb not null default '{}',
  date_joined timestamptz not null,
  -- the last message that existed when the account was made: older ones are not unread for it
  first_message_id bigint not null default 0,
  primary key (organization_id, id)
);
create unique index users_email on chat.users (organization_id, lower(email));
create index users_email_anywhere on chat.users (lower(email));
create index users_full_name on chat.users (organization_id, lower(full_name));

