-- Tokens by which the push services of phones' makers know a person's app.
create table chat.push_tokens (
  organization_id text not null,
  user_id bigint not null,
  kind text not null check (kind in ('apns', 'fcm')),
  token text not null,
  -- of apns only: the app that got it
  app_id text,
  created_at timestamptz not null,
  primary key (organization_id, user_id, kind, token),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);

-- Devices whose pushes are encrypted from end to end.
create sequence chat.client_device_ids;
create table chat.client_devices (
  organization_id text not null,
  user_id bigint not null,
  id bigint not null default nextval('chat.client_device_ids'),
  -- of the older form of registration: the client's own number for it
  push_account_id bigint,
  -- sealed
  push_key bytea,
  push_key_id bigint,
  token_kind text check (token_kind in ('apns', 'fcm')),
  token_id text,
  bouncer_public_key text,
  -- the token, encrypted for whoever delivers
  encrypted_registration text,
  token_updated_at timestamptz,
  primary key (organization_id, user_id, id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create unique index client_devices_account on chat.client_devices (organization_id, user_id, push_account_id)
  where push_account_id is not null;
