-- Written by "npm run sql" from src/dispatch/tasks/imported-lines/queries.ts.

-- loadNamedInFiles: id, kind, name, phone
select 'worker' as kind, id, name, phone from dispatch.workers
where organization_id = $1
union all
select 'team' as kind, id, name, null from dispatch.teams
where organization_id = $2;

-- loadImportedLines: digest, importedAt
select encode(digest, 'hex') as digest, imported_at as "importedAt" from dispatch.imported_lines
where organization_id = $1
  and digest = any(array(select decode(d, 'hex') from unnest($2::text[]) as d));

-- insertImportedLines: digest
insert into dispatch.imported_lines (organization_id, digest, imported_at)
select $1, decode(d, 'hex'), $2 from unnest($3::text[]) as d order by d
on conflict do nothing returning encode(digest, 'hex') as digest;

-- renewImportedLines
insert into dispatch.imported_lines (organization_id, digest, imported_at)
select $1, decode(d, 'hex'), $2 from unnest($3::text[]) as d order by d
on conflict (organization_id, digest) do update set imported_at = excluded.imported_at;

-- deleteImportedLines
delete from dispatch.imported_lines where organization_id = $1
  and digest = any(array(select decode(d, 'hex') from unnest($2::text[]) as d));

-- deleteOldImportedLines
delete from dispatch.imported_lines
where ctid >= $1::tid and ctid < $2::tid and imported_at < $3;
