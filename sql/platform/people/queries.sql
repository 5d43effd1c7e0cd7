-- Written by "npm run sql" from src/platform/people/queries.ts.

-- selectPeople: email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt" from platform.people p where p.organization_id = $1 and p.id = $2;

-- selectPeople: email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt" from platform.people p where p.organization_id = $1 and p.email_key = $2 and p.email_verified_at is not null;

-- lockPerson: email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt" from platform.people p where p.organization_id = $1 and p.id = $2 for update;

-- lockPeople: email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt" from platform.people p where p.organization_id = $1 and p.id = any($2::text[]) order by p.id for update;

-- loadPeopleByEmail: email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt" from platform.people p where p.email_key = $1 and ($2::text is null or p.organization_id = $3)
    and p.organization_id in (select id from platform.open_organizations)
  order by p.created_at, p.id limit $4;

-- loadPeopleByPhones: country, email, emailVerifiedAt, id, organizationId, passwordEndsAt, passwordHash, phone, phoneVerifiedAt, secondFactorAt
select
p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt", o.country from platform.people p join platform.organizations o on o.id = p.organization_id
  where p.phone = any($1::text[]) and ($2::text is null or p.organization_id = $3)
    and p.organization_id in (select id from platform.open_organizations)
  order by p.created_at desc, p.id limit $4;

-- insertPerson
insert into platform.people (organization_id, id, email, email_key, email_verified_at, phone, password_hash, password_ends_at,
  created_at)
values ($1, $2, $3, $4,
  $5, $6, $7, $8, $9);

-- insertPeople
insert into platform.people (organization_id, id, email, email_key, phone, created_at)
select $1, id, email, email_key, phone, $2
from unnest($3::text[], $4::text[], $5::text[],
  $6::text[]) as p (id, email, email_key, phone);

-- endPasswordBy
update platform.people set password_ends_at = $1
where organization_id = $2 and id = $3 and password_ends_at > $4;

-- updatePasswordHash
update platform.people set password_hash = $1, password_ends_at = $2
where organization_id = $3 and id = $4 and password_hash is not distinct from $5;

-- updateEmail
update platform.people set email = $1, email_key = $2, email_verified_at = $3
where organization_id = $4 and id = $5;

-- updatePhoneVerified
update platform.people p set phone_verified_at = $1
where p.organization_id = $2 and p.id = $3 and p.phone_verified_at is null and not exists (
  select from platform.people other
  where other.organization_id = p.organization_id and other.phone = p.phone and other.phone_verified_at is not null);

-- completePerson
update platform.people set phone = coalesce(phone, $1),
  phone_verified_at = case when phone is null then $2::timestamptz else phone_verified_at end,
  password_ends_at = case when password_hash is null then $3::timestamptz else password_ends_at end,
  password_hash = coalesce(password_hash, $4)
where organization_id = $5 and id = $6;

-- releasePerson
select platform.release_person($1, $2);

-- loadPasswordSignIn: isAllowed
select password_sign_in as "isAllowed" from platform.organizations where id = $1;

-- updatePasswordSignIn
update platform.organizations set password_sign_in = $1
where id = $2 and password_sign_in <> $3;
