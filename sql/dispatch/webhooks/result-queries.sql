-- Written by "npm run sql" from src/dispatch/webhooks/result-queries.ts.

-- countRequests: id, isEnabled, name, organizationId, wasEnabled
update dispatch.webhooks w set count = w.count + tally.successes,
  consecutive_failures = case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures,
  is_enabled = w.is_enabled
    and case when tally.successes > 0 then 0 else w.consecutive_failures end + tally.failures <= $1
from unnest($2::text[], $3::text[],
  $4::int[], $5::int[])
  as tally (organization_id, id, successes, failures)
  join dispatch.webhooks before using (organization_id, id)
where w.organization_id = tally.organization_id and w.id = tally.id
returning w.organization_id as "organizationId", w.id, w.name, w.is_enabled as "isEnabled",
  before.is_enabled as "wasEnabled";

-- countRequests 2
delete from dispatch.webhook_deliveries d
using unnest($1::text[], $2::text[])
  as w (organization_id, id)
where d.organization_id = w.organization_id and d.webhook_id = w.id;

-- saveAnswers
update dispatch.webhook_receivers r set unanswered = 0, paused_until = null
      from
unnest($1::text[], $2::text[])
  as given (organization_id, receiver)
      where r.organization_id = given.organization_id and r.receiver = given.receiver and r.unanswered > 0;

-- saveAnswers 2
update dispatch.webhook_receivers r set unanswered = r.unanswered + 1,
        paused_until = $1::timestamptz
          + least($2::int, 1000 * 2 ^ least(r.unanswered, 10)) * interval '1 millisecond'
      from
unnest($3::text[], $4::text[])
  as given (organization_id, receiver)
      where r.organization_id = given.organization_id and r.receiver = given.receiver
        and (r.paused_until is null or r.paused_until <= $5);
