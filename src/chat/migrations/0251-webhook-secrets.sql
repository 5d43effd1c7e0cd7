-- What the bodies of an incoming webhook are signed with.
create table chat.bot_webhook_secrets (
  organization_id text not null,
  user_id bigint not null,
  sealed_secret bytea not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
