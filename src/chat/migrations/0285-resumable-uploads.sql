-- Uploads that come in parts, over several requests (tus). The file of the same ID keeps the parts and reserves the whole
-- size; when all has come, a file of its own takes its place.
create table chat.resumable_uploads (
  organization_id text not null references platform.organizations on delete cascade,
  -- in its address
  id text not null,
  owner_id bigint not null,
  name text not null,
  -- as the client gave it
  metadata jsonb not null,
  size bigint not null,
  received bigint not null default 0,
  created_at timestamptz not null,
  -- once it is whole: the upload that it became
  path_id text,
  primary key (organization_id, id)
);
create index resumable_uploads_owner on chat.resumable_uploads (organization_id, owner_id);
create index resumable_uploads_created on chat.resumable_uploads (created_at);

create table chat.resumable_upload_parts (
  organization_id text not null,
  upload_id text not null,
  start bigint not null,
  -- name of the object beside the others of the file
  object text not null,
  primary key (organization_id, upload_id, start),
  foreign key (organization_id, upload_id) references chat.resumable_uploads on delete cascade
);
