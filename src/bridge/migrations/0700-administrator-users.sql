-- Chat users that stand for administrators who write in a task's topic and have no account that reads its channel.
create table bridge.administrator_users (
  organization_id text not null references platform.organizations on delete cascade,
  administrator_id text not null,
  user_id bigint not null,
  primary key (organization_id, administrator_id)
);
create unique index administrator_users_user on bridge.administrator_users (organization_id, user_id);
