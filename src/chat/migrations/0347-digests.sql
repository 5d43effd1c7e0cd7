-- When it was last looked at what to sum up for a person: so two processes, or a second look, write no second digest.
create table chat.digests (
  organization_id text not null,
  user_id bigint not null,
  looked_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index realms_with_digests on chat.realms (organization_id) where settings @> '{"digest_emails_enabled": true}';
