-- The bot in whose name the organization itself writes; made when it first has something to say.
alter table chat.realms add column notification_bot_id bigint;

-- Messages that wait for their time.
create sequence chat.scheduled_message_ids;
create table chat.scheduled_messages (
  organization_id text not null,
  id bigint not null default nextval('chat.scheduled_message_ids'),
  sender_id bigint not null,
  -- null: a direct message
  channel_id bigint,
  -- whom a direct message goes to: everybody but the sender, or the sender alone
  user_ids bigint[] not null default '{}',
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  deliver_at timestamptz not null,
  -- null: as the client and the recipient suggest when it is sent
  read_by_sender boolean,
  client text not null,
  -- why it could not be sent; null: it waits for its time
  failure text,
  primary key (organization_id, id),
  foreign key (organization_id, sender_id) references chat.users on delete cascade
);
create index scheduled_messages_sender on chat.scheduled_messages (organization_id, sender_id, deliver_at, id);
create index scheduled_messages_due on chat.scheduled_messages (deliver_at, organization_id) where failure is null;
create index scheduled_messages_due_of on chat.scheduled_messages (organization_id, deliver_at, id) where failure is null;
