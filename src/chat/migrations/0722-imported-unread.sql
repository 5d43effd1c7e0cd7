-- Unread messages of people while an import goes on, as ranges that begin behind the message before. The rows go at its end.
create table chat.imported_unread (
  organization_id text not null references chat.imports on delete cascade,
  user_id bigint not null,
  recipient_id bigint not null,
  ranges int8multirange not null,
  primary key (organization_id, user_id, recipient_id)
);

-- Pictures become emoji and avatars before the messages; what was made of one is noted with it.
alter table chat.imported_ids drop constraint imported_ids_kind_check;
alter table chat.imported_ids add constraint imported_ids_kind_check
  check (kind in ('person', 'channel', 'conversation', 'message', 'file', 'emoji', 'avatar'));
