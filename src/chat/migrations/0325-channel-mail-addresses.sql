-- Addresses by which a channel is written to. Each is somebody's, and works while that person may write there.
create table chat.channel_mail_addresses (
  organization_id text not null,
  channel_id bigint not null,
  requester_id bigint not null,
  -- 0: the organization's own bot
  sender_id bigint not null,
  -- 128 random bits
  token text not null unique,
  primary key (organization_id, channel_id, requester_id, sender_id),
  foreign key (organization_id, requester_id) references chat.users on delete cascade
);
