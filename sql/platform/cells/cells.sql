-- Written by "npm run sql" from src/platform/cells/cells.ts.

-- #learn
update platform.cell set hosts = $1::jsonb, read_at = $2
where read_at is null or read_at < $3;

-- #loadKnown
insert into platform.cell (id, installation) values ('cell', $1) on conflict do nothing;

-- #loadKnown 2: hosts, installation, readAt
select installation, read_at as "readAt", hosts from platform.cell;
