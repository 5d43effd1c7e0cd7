-- Messages whose time ran out, as they were, until they are erased or brought back. Nothing that people read looks here.
create table chat.archived_messages (
  organization_id text not null references platform.organizations on delete cascade,
  message_id bigint not null,
  -- null for direct messages
  channel_id bigint,
  archived_at timestamptz not null,
  -- the rows of the message and of what hung on it
  message jsonb not null,
  flags jsonb not null,
  reactions jsonb not null,
  submessages jsonb not null,
  attachment_ids bigint[] not null,
  primary key (organization_id, message_id)
);
create index archived_messages_at on chat.archived_messages (archived_at);

-- Uploads that only such messages referred to.
create table chat.archived_attachments (
  organization_id text not null references platform.organizations on delete cascade,
  attachment_id bigint not null,
  file_id text not null,
  archived_at timestamptz not null,
  attachment jsonb not null,
  primary key (organization_id, attachment_id),
  foreign key (organization_id, file_id) references platform.files
);
create index archived_attachments_at on chat.archived_attachments (archived_at);
create index archived_attachments_file on chat.archived_attachments (organization_id, file_id);

-- the organizations and channels whose messages run out
create index channels_retention on chat.channels (organization_id) where message_retention_days > 0;
