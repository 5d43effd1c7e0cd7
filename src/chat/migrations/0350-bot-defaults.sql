-- Where a bot writes to and listens when its requests do not say. A bot without a row has no defaults.
create table chat.bot_defaults (
  organization_id text not null,
  user_id bigint not null,
  sending_channel_id bigint,
  events_channel_id bigint,
  all_public_channels boolean not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade,
  foreign key (organization_id, sending_channel_id) references chat.channels on delete set null (sending_channel_id),
  foreign key (organization_id, events_channel_id) references chat.channels on delete set null (events_channel_id)
);
create index bot_defaults_sending on chat.bot_defaults (organization_id, sending_channel_id)
  where sending_channel_id is not null;
create index bot_defaults_events on chat.bot_defaults (organization_id, events_channel_id)
  where events_channel_id is not null;
