-- A person's key for an assistant opens /mcp and nothing else. It reads; what else it may, and where, was chosen when it was made.
alter table platform.credentials drop constraint credentials_kind_check;
alter table platform.credentials add constraint credentials_kind_check
  check (kind in ('chat', 'dispatch', 'worker', 'administrator', 'session', 'assistant'));
create table platform.assistant_keys (
  organization_id text not null,
  credential_id text not null,
  may_write boolean not null,
  direct_messages boolean not null,
  -- null: all that the person has
  channel_ids int[],
  team_ids text[],
  primary key (organization_id, credential_id),
  foreign key (organization_id, credential_id) references platform.credentials on delete cascade
);
