-- What people add to a message that is a widget: the widget itself, votes, tasks. IDs come from the messages' sequence; the
-- widget of a message has the message's own ID.
create table chat.submessages (
  organization_id text not null,
  id bigint not null default nextval('chat.message_ids'),
  message_id bigint not null,
  sender_id bigint not null,
  msg_type text not null,
  -- JSON
  content text not null,
  primary key (organization_id, message_id, id),
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);
alter table chat.messages add column has_submessages boolean not null default false;
