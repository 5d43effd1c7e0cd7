-- Written by "npm run sql" from src/platform/people/openid-queries.ts.

-- loadPeopleOfSubject: email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt" from platform.people p where (p.organization_id, p.id) in (
    select l.organization_id, l.person_id from platform.openid_links l
    where l.issuer = $1 and l.subject = $2
      and ($3::text is null or l.organization_id = $4))
  order by p.created_at, p.id;

-- whoIsLinked: id
select l.person_id as id from platform.openid_links l
  join unnest($1::text[], $2::text[]) as p (organization_id, id)
    on p.organization_id = l.organization_id and p.id = l.person_id
where l.issuer = $3;

-- isLinkedWithAny
select from platform.openid_links
where organization_id = $1 and person_id = $2 and issuer = any($3::text[]);

-- insertLink
insert into platform.openid_links (organization_id, issuer, subject, person_id, created_at)
values ($1, $2, $3, $4, $5) on conflict do nothing;

-- deleteLinks
delete from platform.openid_links
where organization_id = $1 and person_id = any($2::text[]);

-- moveLinks
update platform.openid_links l set person_id = $1
where l.organization_id = $2 and l.person_id = $3 and not exists (
  select from platform.openid_links other
  where other.organization_id = l.organization_id and other.person_id = $4 and other.issuer = l.issuer);

-- insertReturn
delete from platform.openid_returns where expires_at <= $1;

-- insertReturn 2
insert into platform.openid_returns (state_hash, expires_at) values ($1, $2)
on conflict do nothing;
