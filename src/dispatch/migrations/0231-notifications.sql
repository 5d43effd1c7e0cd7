-- What an organization tells people by SMS.
create table dispatch.notification_settings (
  organization_id text primary key references platform.organizations on delete cascade,
  started boolean not null default true,
  arriving boolean not null default false,
  completed boolean not null default true,
  failed boolean not null default true,
  delayed boolean not null default false,
  -- how near the worker is, and how late, when that is told
  arriving_meters int not null default 500,
  delayed_seconds int not null default 900,
  -- null: the organization's
  language text,
  -- own texts: [{kind, language, text}]
  templates jsonb not null default '[]'
);
create index notification_settings_delayed on dispatch.notification_settings (organization_id) where delayed;

-- whose active task an answer is about
create index tasks_active_recipient on dispatch.tasks (organization_id, recipient_id) where state = 2;

insert into platform.log_cursors (organization_id, reader, event_id)
select organization_id, 'notifications', event_id from platform.log_heads h
where exists (select from dispatch.workers w where w.organization_id = h.organization_id) on conflict do nothing;
