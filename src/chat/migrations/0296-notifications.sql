-- Messages that a person is to be told of by e-mail, unless they are read meanwhile.
create table chat.missed_messages (
  organization_id text not null,
  user_id bigint not null,
  message_id bigint not null,
  -- why: a name in notifications/decision.ts
  cause text not null,
  -- the same for all that wait for one person
  due_at timestamptz not null,
  primary key (organization_id, user_id, message_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index missed_messages_due on chat.missed_messages (due_at);

-- Messages that a person's devices show, until they are read elsewhere.
create table chat.pushed_messages (
  organization_id text not null,
  message_id bigint not null,
  user_id bigint not null,
  pushed_at timestamptz not null,
  primary key (organization_id, message_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index pushed_messages_old on chat.pushed_messages using brin (pushed_at);

-- Who wants to hear of everything in a channel: few, unless the organization's defaults say so.
create index users_channel_notices on chat.users (organization_id, id)
  where settings @> '{"enable_stream_email_notifications": true}' or settings @> '{"enable_stream_push_notifications": true}';
create index subscriptions_notices on chat.subscriptions (organization_id, channel_id, user_id)
  where email_notifications or push_notifications;
create index topic_visibility_followed on chat.topic_visibility (organization_id, channel_id, lower(topic), user_id)
  where policy = 3;

-- Every organization's log is read for notifications, from now on.
insert into platform.log_cursors (organization_id, reader, event_id)
select r.organization_id, 'chat-notifications', coalesce(h.event_id, 0)
from chat.realms r left join platform.log_heads h using (organization_id)
on conflict do nothing;

-- Of a device with encrypted pushes: its token, and the app it is of, once what it registered with was opened.
alter table chat.client_devices
  add column sealed_token bytea,
  add column app_id text,
  add column registration_error text;
