-- Written by "npm run sql" from src/dispatch/recipients/queries.ts.

-- findRecipient: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients where organization_id = $1 and id = $2;

-- lockRecipient: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients where organization_id = $1 and id = $2 for update;

-- lockRecipientsByPhone
select from dispatch.recipients where organization_id = $1 and phone = any($2::text[])
order by id for update;

-- findRecipients: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients where organization_id = $1 and id = any($2::text[]);

-- isForeignRecipient
select from dispatch.recipients where id = $1 and organization_id <> $2 limit 1;

-- findRecipientByPhone: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients where organization_id = $1 and phone = $2;

-- findRecipientByName: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients
  where organization_id = $1 and name_key = $2 order by created_at, id limit 1;

-- insertRecipient: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
insert into dispatch.recipients
    (organization_id, id, name, name_key, phone, notes, skip_sms_notifications, language, metadata, created_at,
      modified_at)
  values ($1, $2, $3, $4, $5, $6,
    $7, $8, $9, $10, $11)
  on conflict (organization_id, phone) do nothing
  returning
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt";

-- updateRecipient: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
update dispatch.recipients set name = $1, name_key = $2, phone = $3,
    notes = $4, skip_sms_notifications = $5, language = $6,
    metadata = $7, modified_at = $8
  where organization_id = $9 and id = $10 returning
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt";

-- listRecipients: createdAt, id, language, metadata, modifiedAt, name, notes, organizationId, phone, skipSMSNotifications
select
organization_id as "organizationId", id, name, phone, notes, skip_sms_notifications as "skipSMSNotifications",
language, metadata, created_at as "createdAt", modified_at as "modifiedAt" from dispatch.recipients where organization_id = $1 and (
  metadata @> $2::jsonb
  and not exists (
    select from jsonb_array_elements($3::jsonb) as given
    where not exists (
      select from jsonb_array_elements(metadata) as item
      where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value')))
  order by created_at, id limit $4;
