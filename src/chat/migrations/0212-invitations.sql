-- Who may join, and as what: by e-mail to one person, or by a link for anybody who has it.
create sequence chat.invitation_ids;
create table chat.invitations (
  organization_id text not null,
  id bigint not null default nextval('chat.invitation_ids'),
  referrer_id bigint not null,
  -- null: a link that many can use
  email text,
  token_hash bytea not null,
  -- of a link that many can use, which is shown again
  sealed_token bytea,
  invited_as smallint not null check (invited_as in (100, 200, 300, 400, 600)),
  channel_ids bigint[] not null,
  group_ids bigint[] not null,
  with_default_channels boolean not null,
  notify_referrer boolean not null,
  -- null: the organization's own text
  welcome_text text,
  invited_at timestamptz not null,
  -- null: never
  expires_at timestamptz,
  -- the last e-mail, and how many there were
  mailed_at timestamptz,
  mails int not null default 0,
  -- accepted or revoked
  ended_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, referrer_id) references chat.users on delete cascade
);
create unique index invitations_token on chat.invitations (token_hash);
create index invitations_open on chat.invitations (organization_id, id) where ended_at is null;
create index invitations_mailed on chat.invitations (organization_id, mailed_at) where mailed_at is not null;
