-- Written by "npm run sql" from src/dispatch/map/queries.ts.

-- findTileServer: address, attribution, schema, service
select service, address, tile_schema as schema, attribution
from dispatch.tile_servers where organization_id = $1;

-- saveTileServer
insert into dispatch.tile_servers (organization_id, service, address, tile_schema, attribution)
values ($1, $2, $3, $4, $5)
on conflict (organization_id) do update set service = excluded.service, address = excluded.address,
  tile_schema = excluded.tile_schema, attribution = excluded.attribution;

-- deleteTileServer
delete from dispatch.tile_servers where organization_id = $1;
