create sequence chat.default_channel_group_ids;
-- Sets of public channels, of which whoever joins chooses one beside the default channels.
create table chat.default_channel_groups (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.default_channel_group_ids'),
  name text not null,
  description text not null,
  -- ascending; none that is archived, private or a default channel
  channel_ids bigint[] not null,
  primary key (organization_id, id)
);
create unique index default_channel_groups_name on chat.default_channel_groups (organization_id, lower(name));
