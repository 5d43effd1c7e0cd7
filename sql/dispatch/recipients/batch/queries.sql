-- Written by "npm run sql" from src/dispatch/recipients/batch/queries.ts.

-- findByPhones: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients
  where organization_id = $1 and phone = any($2::text[]);

-- lockByPhones: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients
  where organization_id = $1 and phone = any($2::text[]) order by id for update;

-- insertRecipients: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
insert into dispatch.recipients
    (organization_id, id, name, name_key, phone, notes, skip_sms_notifications, language, metadata, created_at,
      modified_at)
  select $1, r.id, r.name, r.name_key, r.phone, r.notes, r.skip_sms_notifications, r.language,
    r.metadata, $2, $3
  from jsonb_to_recordset($4::jsonb) as r (id text, name text, name_key text, phone text,
    notes text, skip_sms_notifications boolean, language text, metadata jsonb) order by r.phone
  on conflict (organization_id, phone) do nothing
  returning
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt";

-- updateRecipients: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
with changed as (
    update dispatch.recipients as old set name = r.name, name_key = r.name_key, notes = r.notes,
      skip_sms_notifications = r.skip_sms_notifications, language = r.language, metadata = r.metadata,
      modified_at = $1
    from jsonb_to_recordset($2::jsonb) as r (id text, name text, name_key text, phone text,
    notes text, skip_sms_notifications boolean, language text, metadata jsonb)
    where old.organization_id = $3 and old.id = r.id returning old.*)
  select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from changed;
