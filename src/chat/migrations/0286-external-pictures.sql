-- Pictures from elsewhere that people have looked at, kept for a while. Their files count nothing in the quota.
create table chat.external_pictures (
  organization_id text not null references platform.organizations on delete cascade,
  -- SHA-256 of the address, hexadecimal
  address_hash text not null,
  -- null: it could not be had
  file_id text,
  size bigint not null default 0,
  content_type text,
  fetched_at timestamptz not null,
  primary key (organization_id, address_hash),
  foreign key (organization_id, file_id) references platform.files
);
create index external_pictures_file on chat.external_pictures (organization_id, file_id);
create index external_pictures_fetched on chat.external_pictures (fetched_at);
