-- A recipient is a set of people that messages go to: a channel, or a group of people (direct messages).
create sequence chat.recipient_ids;

create sequence chat.channel_ids;
create table chat.channels (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.channel_ids'),
  recipient_id bigint not null default nextval('chat.recipient_ids'),
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  invite_only boolean not null default false,
  is_web_public boolean not null default false,
  is_archived boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  is_default boolean not null default false,
  topics_policy text not null default 'inherit'
    check (topics_policy in ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  -- null: as the organization has it; -1: unlimited
  message_retention_days int,
  folder_id bigint,
  creator_id bigint,
  date_created timestamptz not null,
  -- group-setting values by name (can_send_message_group, …)
  permissions jsonb not null default '{}',
  primary key (organization_id, id)
);
create unique index channels_name on chat.channels (organization_id, lower(name)) where not is_archived;
create unique index channels_recipient on chat.channels (organization_id, recipient_id);

-- A person's present subscription and its personal settings.
create table chat.subscriptions (
  organization_id text not null,
  channel_id bigint not null,
  user_id bigint not null,
  color text not null,
  is_muted boolean not null default false,
  pin_to_top boolean not null default false,
  -- null: as the person's general setting has it
  desktop_notifications boolean,
  audible_notifications boolean,
  push_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (organization_id, channel_id, user_id),
  foreign key (organization_id, channel_id) references chat.channels on delete cascade,
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index subscriptions_user on chat.subscriptions (organization_id, user_id, channel_id);

-- When somebody was subscribed, in messages and in events. Who received a message, and who hears of an event,
-- follows from these periods: nothing is written per recipient. Both bounds are taken under the log's lock.
create table chat.subscription_periods (
  organization_id text not null,
  channel_id bigint not null,
  user_id bigint not null,
  -- received messages m: after_message_id < m and (until_message_id is null or m <= until_message_id)
  after_message_id bigint not null,
  until_message_id bigint,
  after_event_id bigint not null,
  until_event_id bigint,
  primary key (organization_id, channel_id, user_id, after_event_id),
  foreign key (organization_id, channel_id) references chat.channels on delete cascade,
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index subscription_periods_user on chat.subscription_periods (organization_id, user_id, channel_id);
-- Who has left hears of changes of what came to them; of a large channel they are few.
create index subscription_periods_ended on chat.subscription_periods (organization_id, channel_id)
  where until_message_id is not null;

