-- Written by "npm run sql" from src/platform/backup/refuse-lacking.ts.

-- loadFiles: id, organizationId
select f.organization_id as "organizationId", f.id from platform.files f
where (f.organization_id, f.id) > ($1, $2) and f.created_at < $3
  and not exists (select from platform.resumable_uploads u
    where u.organization_id = f.organization_id and u.id = f.id and u.result is null)
order by f.organization_id, f.id limit $4;

-- newestSecret: sealed
select coalesce(
  (select sealed from platform.push_subscriptions order by created_at desc limit 1),
  (select totp_secret from platform.people where totp_secret is not null order by second_factor_at desc nulls last limit 1),
  (select s.sealed from platform.sealed_secrets s join platform.organizations o on o.id = s.organization_id
   order by o.created_at desc limit 1)
) as sealed;
