-- When people were last there, written once a minute at most: what is newer is in the memory of the processes.
create table chat.presences (
  organization_id text not null,
  user_id bigint not null,
  -- used a client; null: was connected only
  active_at timestamptz,
  connected_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
