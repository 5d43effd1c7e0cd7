-- Written by "npm run sql" from src/platform/outbound/sms/settings.ts.

-- findSmsSettings: dailyLimit, number, quietHours
select number, case when quiet_from is null then null
  else jsonb_build_object('from', quiet_from, 'to', quiet_to) end as "quietHours", daily_limit as "dailyLimit"
from platform.sms_settings where organization_id = $1;

-- upsertSmsSettings
insert into platform.sms_settings (organization_id, quiet_from, quiet_to, daily_limit)
values ($1, $2, $3, $4)
on conflict (organization_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
  daily_limit = excluded.daily_limit;

-- upsertSmsNumber
insert into platform.sms_settings (organization_id, number) values ($1, $2)
on conflict (organization_id) do update set number = excluded.number;

-- findSmsDay: messages, segments
select messages, segments from platform.sms_days where organization_id = $1 and day = $2;
