-- Written by "npm run sql" from src/dispatch/webhooks/delivery-queries.ts.

-- lockDeliveries
select pg_advisory_xact_lock(hashtext('webhook deliveries'), key)
from (select distinct hashtext(id) as key from unnest($1::text[]) as id order by 1) as keys;

-- insertDeliveries: eventId, isClaimed, organizationId, receiver, trace, url, webhookId
with under_way as (
select organization_id, count(*)::int as count from dispatch.webhook_deliveries
where organization_id = any($1::text[]) and claimed_until >= $2 group by organization_id),
  concerned as (
    select w.organization_id, w.id as webhook_id, w.receiver, n.object_id, n.event_id, n.body, n.trace,
      n.object_id is null or n.event_id = min(n.event_id) over (partition by w.organization_id, w.receiver, n.object_id)
        as is_first
    from unnest($3::text[], $4::bigint[],
      $5::int[], $6::text[],
      $7::text[], $8::float8[],
      $9::text[])
      as n (organization_id, event_id, trigger, object_id, body, threshold, trace)
    join dispatch.webhooks w on w.organization_id = n.organization_id and w.trigger = n.trigger
      and w.is_enabled and w.after_event < n.event_id and (n.threshold is null or w.threshold = n.threshold)),
  of_receiver as (
    select c.*, room.most,
      row_number() over (partition by c.organization_id, c.receiver, room.most is null order by c.event_id, c.webhook_id) as n
    from concerned c left join lateral (
      select case when r.unanswered > 0 then 1 else $10::int end - (
select count(*)::int from dispatch.webhook_deliveries claimed
where claimed.organization_id = r.organization_id and claimed.receiver = r.receiver and claimed.claimed_until >= $11) as most
      from dispatch.webhook_receivers r
      where r.organization_id = c.organization_id and r.receiver = c.receiver
        and (r.paused_until is null or r.paused_until <= $12) and c.is_first
        -- What waits already comes first.
        and not exists (
          select from dispatch.webhook_deliveries d
          where d.organization_id = r.organization_id and d.receiver = r.receiver and d.next_at <= $13
            and (d.claimed_until is null or d.claimed_until < $14) offset 0)
        and not exists (
          select from dispatch.webhook_deliveries earlier
          where earlier.organization_id = r.organization_id and earlier.receiver = r.receiver
            and earlier.object_id = c.object_id and earlier.event_id < c.event_id and earlier.attempts = 0 offset 0)
      ) room on true),
  of_organization as (
    select *, row_number() over (partition by organization_id, n <= most order by n, event_id) as place from of_receiver),
  of_all as (
    select *, row_number() over (partition by may_go order by n, event_id) as nth
    from (
      select *, coalesce(n <= most and place <= $15::int -
coalesce((select u.count from under_way u where u.organization_id = of_organization.organization_id), 0), false) as may_go
      from of_organization) as placed),
  -- No join of these rows with each other: there may be 500 events, and no plan knows that.
  written as (
    insert into dispatch.webhook_deliveries
      (organization_id, webhook_id, receiver, object_id, event_id, body, trace, created_at, next_at, claimed_until)
    select organization_id, webhook_id, receiver, object_id, event_id, body, trace, $16, $17,
      case when may_go and nth <= $18::int then $19::timestamptz end
    from of_all
    on conflict do nothing
    returning organization_id, webhook_id, receiver, event_id, trace, claimed_until)
  select told.organization_id as "organizationId", w.id as "webhookId", told.receiver, w.url,
    told.event_id as "eventId", told.claimed_until is not null as "isClaimed", told.trace
  from (
    select * from written where claimed_until is not null
    union all
    -- Of a long backlog no more than where something waits.
    (select distinct on (organization_id, receiver) * from written where claimed_until is null
     order by organization_id, receiver)) told
    join dispatch.webhooks w on w.organization_id = told.organization_id and w.id = told.webhook_id;

-- listDueOrganizations: organizationId
select distinct r.organization_id as "organizationId"
from dispatch.webhook_receivers r join platform.open_organizations o on o.id = r.organization_id
where (r.paused_until is null or r.paused_until <= $1) and exists (
  select from dispatch.webhook_deliveries d
  where d.organization_id = r.organization_id and d.receiver = r.receiver and d.next_at <= $2
    and (d.claimed_until is null or d.claimed_until < $3))
limit $4;

-- findReceiverState: failures, pausedUntil, unanswered
select w.consecutive_failures as failures, r.unanswered, r.paused_until as "pausedUntil"
from dispatch.webhooks w
  join dispatch.webhook_receivers r on r.organization_id = w.organization_id and r.receiver = w.receiver
where w.organization_id = $1 and w.id = $2;

-- deleteDeliveriesOfWebhook
delete from dispatch.webhook_deliveries where organization_id = $1 and webhook_id = $2;

-- moveDeliveriesOfWebhook
update dispatch.webhook_deliveries d set receiver = w.receiver, next_at = $1
from dispatch.webhooks w
where d.organization_id = $2 and d.webhook_id = $3
  and w.organization_id = d.organization_id and w.id = d.webhook_id;

-- claimDeliveries: body, createdAt, eventId, organizationId, receiver, trace, url, webhookId
with under_way as (
select organization_id, count(*)::int as count from dispatch.webhook_deliveries
where organization_id = any($1::text[]) and claimed_until >= $2 group by organization_id),
  of_organization as (
    -- Each receiver in turn.
    select due.*, row_number() over (partition by due.organization_id order by due.n, due.event_id) as place
    from unnest($3::text[], $4::text[])
        as asked (organization_id, receiver)
      join platform.open_organizations o on o.id = asked.organization_id
      join dispatch.webhook_receivers r
        on r.organization_id = asked.organization_id and r.receiver = coalesce(asked.receiver, r.receiver), lateral (
      -- Numbered once they are chosen: no more rows are read than it takes.
      select first.row, first.organization_id, first.event_id, row_number() over () as n
      from (
        select d.row, d.organization_id, d.event_id
        from (
          select *, ctid as row from dispatch.webhook_deliveries
          where organization_id = r.organization_id and receiver = r.receiver and next_at <= $5
            and (claimed_until is null or claimed_until < $6)
          order by next_at, event_id limit $7) d
        where d.attempts > 0 or not exists (
          select from dispatch.webhook_deliveries earlier
          where earlier.organization_id = d.organization_id and earlier.receiver = d.receiver
            and earlier.object_id = d.object_id and earlier.event_id < d.event_id and earlier.attempts = 0)
        order by d.next_at, d.event_id, d.webhook_id
        -- A receiver that does not answer is asked by one request at a time.
        limit greatest(0, case when r.unanswered > 0 then 1 else $8 end - (
select count(*)::int from dispatch.webhook_deliveries claimed
where claimed.organization_id = r.organization_id and claimed.receiver = r.receiver and claimed.claimed_until >= $9))
      ) first) due
    where r.paused_until is null or r.paused_until <= $10),
  next as (
    select row from of_organization where place <= $11::int -
coalesce((select u.count from under_way u where u.organization_id = of_organization.organization_id), 0)
    order by n, event_id limit $12)
  update dispatch.webhook_deliveries d set claimed_until = $13
  from next, dispatch.webhooks w
  -- By the row's place: where the table is taken for a small one, the key's index would be read without the event.
  where d.ctid = next.row and w.organization_id = d.organization_id and w.id = d.webhook_id and w.is_enabled
  returning d.organization_id as "organizationId", d.webhook_id as "webhookId", d.receiver, w.url, d.event_id as "eventId",
    d.body, d.created_at as "createdAt", d.trace;

-- deleteDeliveries
delete from dispatch.webhook_deliveries d using
unnest($1::text[], $2::text[],
  $3::bigint[]) as given (organization_id, webhook_id, event_id)
  where d.organization_id = given.organization_id and d.webhook_id = given.webhook_id and d.event_id = given.event_id;

-- releaseDeliveries
update dispatch.webhook_deliveries d set claimed_until = null, attempts = d.attempts + $1,
    next_at = coalesce($2::timestamptz, d.next_at)
  from
unnest($3::text[], $4::text[],
  $5::bigint[]) as given (organization_id, webhook_id, event_id)
  where d.organization_id = given.organization_id and d.webhook_id = given.webhook_id and d.event_id = given.event_id;
