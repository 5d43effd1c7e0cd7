-- Written by "npm run sql" from src/chat/external-pictures/queries.ts.

-- loadStoredExternalPicture: contentType, fetchedAt, fileId, size
select file_id as "fileId", size, content_type as "contentType", fetched_at as "fetchedAt"
from chat.external_pictures where organization_id = $1 and address_hash = $2;

-- lockStoredExternalPicture: fileId
insert into chat.external_pictures as kept (organization_id, address_hash, fetched_at)
values ($1, $2, $3)
on conflict (organization_id, address_hash) do update set fetched_at = kept.fetched_at
returning file_id as "fileId";

-- setStoredExternalPicture
update chat.external_pictures
set file_id = $1, size = $2, content_type = $3, fetched_at = $4
where organization_id = $5 and address_hash = $6;

-- deleteBeyond: fileId
with ranked as (
  select address_hash, sum(size) over newest as bytes, row_number() over newest as place
  from chat.external_pictures where organization_id = $1
  window newest as (order by fetched_at desc, address_hash)),
beyond as (
  select p.address_hash from chat.external_pictures p join ranked r using (address_hash)
  where p.organization_id = $2 and p.address_hash <> $3
    and (r.bytes > $4::bigint or r.place > $5::bigint)
  for update of p skip locked)
delete from chat.external_pictures p using beyond b
where p.organization_id = $6 and p.address_hash = b.address_hash
returning p.file_id as "fileId";

-- deleteFetchedBefore: fileId, organizationId
with old as (
  select organization_id, address_hash from chat.external_pictures where fetched_at < $1
  order by fetched_at limit $2 for update skip locked)
delete from chat.external_pictures p using old
where p.organization_id = old.organization_id and p.address_hash = old.address_hash
returning p.organization_id as "organizationId", p.file_id as "fileId";
