-- An administrator's invitation is a link of the person.
insert into platform.person_tokens (hash, organization_id, person_id, purpose, address, created_at, expires_at)
select activation_hash, organization_id, person_id, 'join', email, modified_at, activation_expires_at
from dispatch.administrators where activation_hash is not null and not is_active and activation_expires_at is not null
on conflict do nothing;
alter table dispatch.administrators drop column activation_hash, drop column activation_expires_at;
