-- What people say of themselves; nobody who says nothing has a row.
create table chat.user_statuses (
  organization_id text not null,
  user_id bigint not null,
  status_text text not null,
  -- '' without an emoji
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
