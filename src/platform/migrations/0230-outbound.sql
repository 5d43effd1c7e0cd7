-- SMS and e-mail leave by providers: how far each is.
alter table platform.outbox
  add column state text not null default 'stored'
    check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped', 'stored')),
  -- what it is written for: a second message for the same is not written
  add column event_key text,
  -- random; names the message to its provider, whose receipts bring it back
  add column reference text,
  -- the number it went out from
  add column sender text,
  add column provider text,
  add column provider_id text,
  add column attempts int not null default 0,
  -- nobody has use for it afterwards
  add column expires_at timestamptz,
  add column ignores_quiet_hours boolean not null default false,
  -- why it is in this state
  add column detail text,
  -- parts that an SMS is paid by
  add column segments int,
  add column due_at timestamptz,
  add column changed_at timestamptz;
create unique index outbox_event on platform.outbox (organization_id, channel, event_key) where event_key is not null;
create unique index outbox_reference on platform.outbox (reference) where reference is not null;
create index outbox_pending on platform.outbox (due_at) where state in ('queued', 'sending');
-- who wrote to a person last from a number that organizations share
create index outbox_conversation on platform.outbox (sender, recipient, changed_at) where sender is not null;
create index outbox_created on platform.outbox using brin (created_at);

create table platform.sms_settings (
  organization_id text primary key references platform.organizations on delete cascade,
  -- the organization's own number, in E.164 form; null: the one that all share
  number text,
  -- minutes of the day in the organization's time zone; both null: at any time
  quiet_from smallint,
  quiet_to smallint,
  daily_limit int
);
create unique index sms_settings_number on platform.sms_settings (number) where number is not null;

-- Who does not want to be written to.
create table platform.sms_opt_outs (
  organization_id text not null references platform.organizations on delete cascade,
  phone text not null,
  -- the number that was answered
  number text not null,
  at timestamptz not null,
  primary key (organization_id, phone)
);
create index sms_opt_outs_number on platform.sms_opt_outs (number, phone);

-- SMS of a day, in the organization's time zone.
create table platform.sms_days (
  organization_id text not null references platform.organizations on delete cascade,
  day date not null,
  messages int not null,
  segments int not null,
  primary key (organization_id, day)
);

-- SMS that came in, each once.
create table platform.sms_inbound (
  organization_id text not null references platform.organizations on delete cascade,
  provider text not null,
  provider_id text not null,
  number text not null,
  phone text not null,
  body text not null,
  received_at timestamptz not null,
  primary key (organization_id, provider, provider_id)
);
create index sms_inbound_received on platform.sms_inbound using brin (received_at);
