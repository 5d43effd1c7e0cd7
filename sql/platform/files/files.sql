-- Written by "npm run sql" from src/platform/files/files.ts.

-- doStoreFile
insert into platform.file_usage as u (organization_id, bytes)
select $1, $2::bigint where $3::bigint <= $4::bigint
on conflict (organization_id) do update set bytes = u.bytes + excluded.bytes
  where u.bytes + excluded.bytes <= $5::bigint;

-- doStoreFile 2
insert into platform.files (organization_id, id, size, content_type, created_at)
values ($1, $2, $3, $4, $5);

-- doForgetFiles: id, size
delete from platform.files where organization_id = $1 and id = any($2::text[])
returning id, size;

-- doForgetFiles 2
update platform.file_usage set bytes = bytes - $1::bigint where organization_id = $2;

-- usedBytes: bytes
select bytes from platform.file_usage where organization_id = $1;
