-- Written by "npm run sql" from src/dispatch/webhooks/delivery-queries.ts.

-- insertDeliveries
insert into dispatch.webhook_deliveries
  (organization_id, webhook_id, receiver, object_id, event_id, body, created_at, next_at)
select w.organization_id, w.id, w.receiver, n.object_id, n.event_id, n.body, $1, $2
from unnest($3::bigint[], $4::int[],
  $5::text[], $6::text[],
  $7::float8[]) as n (event_id, trigger, object_id, body, threshold)
join dispatch.webhooks w on w.organization_id = $8 and w.trigger = n.trigger
  and w.is_enabled and w.after_event < n.event_id and (n.threshold is null or w.threshold = n.threshold)
on conflict do nothing;

-- listDueOrganizations: organizationId
select distinct r.organization_id as "organizationId" from dispatch.webhook_receivers r
where (r.paused_until is null or r.paused_until <= $1) and exists (
  select from dispatch.webhook_deliveries d
  where d.organization_id = r.organization_id and d.receiver = r.receiver and d.next_at <= $2
    and (d.claimed_until is null or d.claimed_until < $3))
limit $4;

-- lockReceivers
select from dispatch.webhook_receivers where organization_id = $1 order by receiver for update;

-- findReceiverState: failures, pausedUntil, unanswered
select w.consecutive_failures as failures, r.unanswered, r.paused_until as "pausedUntil"
from dispatch.webhooks w
  join dispatch.webhook_receivers r on r.organization_id = w.organization_id and r.receiver = w.receiver
where w.organization_id = $1 and w.id = $2;

-- deleteDeliveriesOfWebhook
delete from dispatch.webhook_deliveries where organization_id = $1 and webhook_id = $2;

-- claimDeliveries: body, createdAt, eventId, receiver, url, webhookId
with under_way as (
  select receiver, count(*)::int as count from dispatch.webhook_deliveries
  where organization_id = $1 and claimed_until >= $2 group by receiver),
next as (
  select due.webhook_id, due.event_id
  from dispatch.webhook_receivers r left join under_way using (receiver), lateral (
    -- Numbered once they are chosen: no more rows are read than it takes.
    select first.webhook_id, first.event_id, row_number() over () as n
    from (
      select d.webhook_id, d.event_id
      from (
        select * from dispatch.webhook_deliveries
        where organization_id = r.organization_id and receiver = r.receiver and next_at <= $3
          and (claimed_until is null or claimed_until < $4)
        order by next_at, event_id limit $5) d
      where d.attempts > 0 or not exists (
        select from dispatch.webhook_deliveries earlier
        where earlier.organization_id = d.organization_id and earlier.receiver = d.receiver
          and earlier.object_id = d.object_id and earlier.event_id < d.event_id and earlier.attempts = 0)
      order by d.next_at, d.event_id, d.webhook_id
      -- A receiver that does not answer is asked by one request at a time.
      limit greatest(0, case when r.unanswered > 0 then 1 else $6 end - coalesce(under_way.count, 0))
    ) first) due
  where r.organization_id = $7 and (r.paused_until is null or r.paused_until <= $8)
  -- Each receiver in turn.
  order by due.n, due.event_id
  limit greatest(0, least($9, $10 - (select coalesce(sum(count), 0) from under_way)::int)))
update dispatch.webhook_deliveries d set claimed_until = $11
from next
  join dispatch.webhooks w on w.organization_id = $12 and w.id = next.webhook_id and w.is_enabled
where d.organization_id = $13 and d.webhook_id = next.webhook_id and d.event_id = next.event_id
returning d.webhook_id as "webhookId", d.receiver, w.url, d.event_id as "eventId", d.body,
  d.created_at as "createdAt";

-- deleteDeliveries
delete from dispatch.webhook_deliveries d
using unnest($1::text[], $2::bigint[])
  as gone (webhook_id, event_id)
where d.organization_id = $3 and d.webhook_id = gone.webhook_id and d.event_id = gone.event_id;

-- releaseDeliveries
update dispatch.webhook_deliveries d set claimed_until = null, attempts = d.attempts + $1,
  next_at = coalesce($2::timestamptz, d.next_at)
from unnest($3::text[], $4::bigint[])
  as given (webhook_id, event_id)
where d.organization_id = $5 and d.webhook_id = given.webhook_id and d.event_id = given.event_id;

-- countRequests: id, isEnabled
update dispatch.webhooks w set count = w.count + tally.successes,
  consecutive_failures = case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures,
  is_enabled = w.is_enabled
    and case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures <= $1
from unnest($2::text[], $3::int[],
  $4::int[]) as tally (id, successes, failures)
where w.organization_id = $5 and w.id = tally.id
returning w.id, w.is_enabled as "isEnabled";

-- countRequests 2
delete from dispatch.webhook_deliveries
where organization_id = $1 and webhook_id = any($2::text[]);

-- saveAnswers
update dispatch.webhook_receivers set unanswered = 0, paused_until = null
where organization_id = $1 and receiver = any($2::text[]) and unanswered > 0;

-- saveAnswers 2
update dispatch.webhook_receivers set unanswered = unanswered + 1,
  paused_until = $1::timestamptz
    + least($2::int, 1000 * 2 ^ least(unanswered, 10)) * interval '1 millisecond'
where organization_id = $3 and receiver = any($4::text[])
  and (paused_until is null or paused_until <= $5);
