-- A chat user and an administrator of one organization become one person where both have proven the same address. All
-- others stay two until they prove it (src/web/session/join-people.ts).

-- The owner whom the command line made with the organization, while the address is the one given there; and who came by
-- an invitation that was mailed to the address.
update platform.people p set email_verified_at = p.created_at
from chat.users u join platform.organizations o on o.id = u.organization_id
where u.organization_id = p.organization_id and u.person_id = p.id and (
  u.date_joined = o.created_at and u.role = 100 and lower(u.email) = lower(o.email)
  or exists (
    select from chat.invitations i
    where i.organization_id = u.organization_id and lower(i.email) = lower(u.email) and i.ended_at = u.date_joined));

-- The administrator whom the command line made, and who opened the link that was mailed to the present address.
create temporary table proven on commit drop as
select a.organization_id, a.id, a.person_id, a.email_key
from dispatch.administrators a join platform.organizations o on o.id = a.organization_id
  join platform.people p on p.organization_id = a.organization_id and p.id = a.person_id
where a.is_active and (
  a.type = 'super' and a.created_at = o.created_at and a.email_key = lower(o.email)
  or p.password_hash is not null and exists (
    select from platform.outbox m
    where m.organization_id = a.organization_id and m.channel = 'email' and m.recipient = a.email
      and m.created_at = a.created_at));

-- The user's password stays: the administrator's could open nothing so far. Where there is none, the other one's is taken.
update platform.people p set password_hash = gone.password_hash
from proven a join platform.people gone on gone.organization_id = a.organization_id and gone.id = a.person_id
where p.organization_id = a.organization_id and p.email_key = a.email_key and p.email_verified_at is not null
  and p.password_hash is null;
update dispatch.administrators d set person_id = p.id
from proven a join platform.people p on p.organization_id = a.organization_id and p.email_key = a.email_key
  and p.email_verified_at is not null
where d.organization_id = a.organization_id and d.id = a.id;
delete from platform.people p using proven a join dispatch.administrators d
  on d.organization_id = a.organization_id and d.id = a.id and d.person_id <> a.person_id
where p.organization_id = a.organization_id and p.id = a.person_id;
update platform.people p set email_verified_at = p.created_at
from proven a where p.organization_id = a.organization_id and p.id = a.person_id;
