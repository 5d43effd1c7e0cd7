-- Written by "npm run sql" from src/platform/erasure/queries.ts.

-- insertErasure
insert into platform.erasures (organization_id, id, begun_at, sealed)
values ($1, $2, $3, $4);

-- loadErasures: id, organizationId, sealed
select organization_id as "organizationId", id, sealed from platform.erasures
where case when $1::text is null then organization_id in (select id from platform.open_organizations)
    else organization_id = $2 end
  and begun_at <= $3
order by begun_at, id;

-- deleteErasure
delete from platform.erasures where organization_id = $1 and id = $2;

-- deleteCredentials
delete from platform.credentials
where organization_id = $1 and kind || ' ' || subject = any($2::text[]);

-- deleteAnswersOf
delete from platform.idempotent_answers
where organization_id = $1 and caller = any($2::text[]);

-- deleteSomeMail
delete from platform.outbox where organization_id = $1 and id in (
  select id from platform.outbox
  where organization_id = $2 and lower(recipient) = any($3::text[]) limit $4);

-- deleteSmsOf
delete from platform.sms_inbound where organization_id = $1 and phone = any($2::text[]);

-- deleteSmsOf 2
delete from platform.sms_opt_outs where organization_id = $1 and phone = any($2::text[]);

-- replaceContact
update platform.organizations o set email = coalesce((
  select p.email from platform.people p
  where p.organization_id = o.id and p.email_verified_at is not null and lower(p.email) <> all($1::text[])
  order by p.created_at limit 1), '')
where o.id = $2 and lower(o.email) = any($3::text[]);

-- forgetNamesInAudit
update platform.audit_log set actor_name = $1, address = null, client = null
where organization_id = $2 and actor_kind || ' ' || actor_id = any($3::text[]);

-- forgetNamesInAudit 2
update platform.audit_log set object_name = $1, details = '{}',
  address = case actor_kind when 'nobody' then null else address end,
  client = case actor_kind when 'nobody' then null else client end
where organization_id = $2 and object_kind || ' ' || object_id = any($3::text[]);

-- deleteSomeEvents
delete from platform.event_log where organization_id = $1 and id in (
  select e.id from platform.event_log e
  where e.organization_id = $2 and e.id < $3
    and e.id <= coalesce((select min(c.event_id) from platform.log_cursors c
      where c.organization_id = $4), $5::bigint)
  order by e.id limit $6);
