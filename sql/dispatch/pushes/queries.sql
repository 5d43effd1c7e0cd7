-- Written by "npm run sql" from src/dispatch/pushes/queries.ts.

-- isReadForPushes
select from platform.log_cursors where organization_id = $1 and reader = $2;

-- whoSubscribed: id
select w.id from dispatch.workers w
where w.organization_id = $1 and w.id = any($2::text[]) and exists (
  select from (values ('worker', w.id), ('session', w.person_id)) as o (kind, subject)
    join platform.credentials c on c.organization_id = w.organization_id and c.kind = o.kind and c.subject = o.subject
      and c.revoked_at is null
    join platform.push_subscriptions s on s.organization_id = c.organization_id and s.credential_id = c.id);
