alter table dispatch.administrators add column person_id text;
update dispatch.administrators set person_id = substr(replace(gen_random_uuid()::text, '-', ''), 1, 24);
insert into platform.people (organization_id, id, email, email_key, password_hash, created_at)
select organization_id, person_id, email, email_key, password_hash, created_at from dispatch.administrators;
create unique index administrators_person on dispatch.administrators (organization_id, person_id);
alter table dispatch.administrators
  add foreign key (organization_id, person_id) references platform.people,
  drop column password_hash;

alter table dispatch.workers add column person_id text;
update dispatch.workers set person_id = substr(replace(gen_random_uuid()::text, '-', ''), 1, 24);
-- The temporary password went to the phone, so whoever has signed in reads messages there.
insert into platform.people (organization_id, id, phone, phone_verified_at, password_hash, created_at)
select organization_id, person_id, phone, case when account_status = 'ACCEPTED' then modified_at end, password_hash, created_at
from dispatch.workers;
create unique index workers_person on dispatch.workers (organization_id, person_id);
alter table dispatch.workers
  add foreign key (organization_id, person_id) references platform.people,
  drop column password_hash;
