-- Written by "npm run sql" from src/dispatch/erasure/queries.ts.

-- findDispatchSelf: administratorIds, recipientIds, workerIds
select array(select id from dispatch.workers where organization_id = $1
    and (id = any($2::text[]) or person_id = any($3::text[]) or phone = any($4::text[]))
    order by id) as "workerIds",
  array(select id from dispatch.administrators where organization_id = $5
    and (id = any($6::text[]) or person_id = any($7::text[])
      or email_key = any($8::text[]))
    order by id) as "administratorIds",
  array(select id from dispatch.recipients where organization_id = $9
    and phone <> 'deleted ' || id
    and (id = any($10::text[]) or phone = any($11::text[])) order by id) as "recipientIds";

-- emptySomeTasks
update dispatch.tasks as t set modified_at = $1, version = t.version + 1, recipient_name = null,
  recipient_notes = null, recipient_message = null,
  feedback = coalesce((select jsonb_agg(f || '{"comments": ""}') from jsonb_array_elements(t.feedback) f), '[]')
where t.organization_id = $2 and t.id in (
  select id from dispatch.tasks
  where organization_id = $3 and recipient_id = any($4::text[])
    and (recipient_name is not null or recipient_notes is not null or recipient_message is not null
      or exists (select from jsonb_array_elements(feedback) f where f->>'comments' <> ''))
  order by id limit $5);

-- emptySomeDestinations
update dispatch.destinations set notes = '', modified_at = $1
where organization_id = $2 and notes <> '' and id in (
  select t.destination_id from dispatch.tasks t
  where t.organization_id = $3 and t.recipient_id = any($4::text[])
    and not exists (select from dispatch.tasks o
      where o.organization_id = t.organization_id and o.destination_id = t.destination_id
        and (o.recipient_id is null or o.recipient_id <> all($5::text[])))
    and exists (select from dispatch.destinations d
      where d.organization_id = t.organization_id and d.id = t.destination_id and d.notes <> '')
  limit $6);

-- deleteSomeDeliveries
delete from dispatch.webhook_deliveries where organization_id = $1 and (webhook_id, event_id) in (
  select webhook_id, event_id from dispatch.webhook_deliveries
  where organization_id = $2 and body ~ any($3::text[]) limit $4);

-- deleteSomeBatches
delete from dispatch.task_batches where organization_id = $1 and id in (
  select id from dispatch.task_batches
  where organization_id = $2 and finished_at is not null
    and exists (select from unnest($3::text[]) p where position(p in tasks::text) > 0)
  limit $4);
