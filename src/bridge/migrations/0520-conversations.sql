create schema bridge;

-- Whoever is no bot is somebody who can sign in, or stands for a driver who writes by the dispatch API (chat.users without a person).

-- Into which channel the topics of tasks go: of a team, or ('') of all others.
create table bridge.task_channels (
  organization_id text not null references platform.organizations on delete cascade,
  team_id text not null default '',
  channel_id bigint not null,
  -- whether every task gets a topic; else one that somebody asks for
  opens_every_task boolean not null,
  primary key (organization_id, team_id)
);

-- Tasks that have a topic, or are about to. It is where its first message is.
create table bridge.conversations (
  organization_id text not null references platform.organizations on delete cascade,
  task_id text not null,
  -- where it is begun
  channel_id bigint not null,
  topic text not null,
  -- its first message; null: not written yet
  anchor_id bigint,
  -- whether the task is done, as far as the log was read
  is_done boolean not null default false,
  primary key (organization_id, task_id)
);
create unique index conversations_anchor on bridge.conversations (organization_id, anchor_id) where anchor_id is not null;

-- What the bot is going to do, in this order.
create table bridge.posts (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null generated always as identity,
  task_id text not null,
  kind text not null check (kind in ('say', 'resolve', 'unresolve')),
  -- what it says first where the topic has no message yet
  opening text not null default '',
  text text not null default '',
  primary key (organization_id, id)
);

-- Commands that were typed into tasks' topics and not carried out yet.
create table bridge.commands (
  organization_id text not null references platform.organizations on delete cascade,
  message_id bigint not null,
  task_id text not null,
  sender_id bigint not null,
  content text not null,
  primary key (organization_id, message_id)
);

-- Chat users that stand for drivers.
create table bridge.driver_users (
  organization_id text not null references platform.organizations on delete cascade,
  worker_id text not null,
  user_id bigint not null,
  primary key (organization_id, worker_id)
);
create unique index driver_users_user on bridge.driver_users (organization_id, user_id);
