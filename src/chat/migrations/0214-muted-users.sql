create table chat.muted_users (
  organization_id text not null,
  user_id bigint not null,
  muted_user_id bigint not null,
  muted_at timestamptz not null,
  primary key (organization_id, user_id, muted_user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade,
  foreign key (organization_id, muted_user_id) references chat.users on delete cascade
);
