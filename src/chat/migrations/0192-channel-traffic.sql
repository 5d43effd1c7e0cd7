-- How many messages came to a channel on a day (UTC), counted once a day; kept as long as the average looks back.
create table chat.channel_traffic (
  organization_id text not null,
  channel_id bigint not null,
  day date not null,
  messages int not null,
  primary key (organization_id, channel_id, day),
  foreign key (organization_id, channel_id) references chat.channels on delete cascade
);
-- Up to which message an organization's messages are counted.
create table chat.traffic_progress (
  organization_id text primary key references platform.organizations on delete cascade,
  message_id bigint not null
);
-- Messages a week, on average of the last four; null while the channel is too young to tell.
alter table chat.channels add column weekly_traffic int;
