-- Written by "npm run sql" from src/platform/people/demanded-factor-queries.ts.

-- loadSignInRules: isFactorDemanded, takesPasswords
select o.password_sign_in as "takesPasswords",
case o.second_factor_of when 'everyone' then true when 'staff' then platform.is_staff(p.organization_id, p.id) else false end as "isFactorDemanded"
  from platform.organizations o join platform.people p on p.organization_id = o.id
  where o.id = $1 and p.id = $2;

-- isDemandedOfAny
select from platform.people p join platform.organizations o on o.id = p.organization_id
  where p.organization_id = $1 and p.id = any($2::text[]) and
case o.second_factor_of when 'everyone' then true when 'staff' then platform.is_staff(p.organization_id, p.id) else false end limit 1;

-- loadThoseWithout: id
select p.id from platform.people p join platform.organizations o on o.id = p.organization_id
  where p.organization_id = $1 and ($2::text is null or p.id = $3)
    and p.second_factor_at is null and
case o.second_factor_of when 'everyone' then true when 'staff' then platform.is_staff(p.organization_id, p.id) else false end;

-- loadFactorDemand: of
select second_factor_of as of from platform.organizations where id = $1;

-- updateFactorDemand
update platform.organizations set second_factor_of = $1 where id = $2;
