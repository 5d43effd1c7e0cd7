-- client: the mobile app knows the address of an upload by the organization's number in it.
create sequence chat.realm_numbers;
alter table chat.realms add column number bigint not null default nextval('chat.realm_numbers');

-- Files that people have uploaded to the chat.
create sequence chat.attachment_ids;
create table chat.attachments (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.attachment_ids'),
  owner_id bigint not null,
  file_id text not null,
  -- NUMBER/XX/SECRET/NAME: what follows /user_uploads/ in its address
  path_id text not null,
  name text not null,
  size bigint not null,
  content_type text not null,
  created_at timestamptz not null,
  -- of a picture that gets previews: its size, its frames, and whether its previews are waited for, made, or cannot be
  width int,
  height int,
  frames int,
  preview text check (preview in ('waiting', 'made', 'failed')),
  primary key (organization_id, id),
  foreign key (organization_id, file_id) references platform.files
);
-- Whoever asks need not have said for which organization.
create unique index attachments_path on chat.attachments (path_id);
create index attachments_owner on chat.attachments (organization_id, owner_id, id);
create index attachments_file on chat.attachments (organization_id, file_id);
create index attachments_created on chat.attachments (created_at);

-- Which messages refer to which uploads: who sees such a message may have the file.
create table chat.message_attachments (
  organization_id text not null,
  attachment_id bigint not null,
  message_id bigint not null,
  primary key (organization_id, attachment_id, message_id),
  foreign key (organization_id, attachment_id) references chat.attachments on delete cascade,
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);
create index message_attachments_message on chat.message_attachments (organization_id, message_id);
