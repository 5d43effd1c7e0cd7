-- Written by "npm run sql" from src/dispatch/destinations/queries.ts.

-- findAnywhere: address, address_key, created_at, geocoder_place_id, geocoding, id, lat, lon, metadata, modified_at, notes, organization_id, warnings
select organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key,
geocoding, created_at, modified_at from dispatch.destinations where id = $1;

-- findToUse: address, address_key, created_at, geocoder_place_id, geocoding, id, lat, lon, metadata, modified_at, notes, organization_id, warnings
select organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key,
geocoding, created_at, modified_at from dispatch.destinations
  where organization_id = $1 and id = $2 for key share;

-- lockToUse
select from dispatch.destinations where organization_id = $1 and id = any($2::text[])
order by id for key share;

-- lockDestination
select from dispatch.destinations where organization_id = $1 and id = $2 for update;

-- findAll: address, address_key, created_at, geocoder_place_id, geocoding, id, lat, lon, metadata, modified_at, notes, organization_id, warnings
select organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key,
geocoding, created_at, modified_at from dispatch.destinations
  where organization_id = $1 and id = any($2::text[]);

-- listDestinations: address, address_key, created_at, geocoder_place_id, geocoding, id, lat, lon, metadata, modified_at, notes, organization_id, warnings
select organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key,
geocoding, created_at, modified_at from dispatch.destinations
  where organization_id = $1 and (
  metadata @> $2::jsonb
  and not exists (
    select from jsonb_array_elements($3::jsonb) as given
    where not exists (
      select from jsonb_array_elements(metadata) as item
      where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value')))
  order by created_at, id limit $4;

-- updateDestination
update dispatch.destinations
set lon = $1, lat = $2, notes = $3, metadata = $4::jsonb,
  warnings = $5::text[], geocoding = $6::jsonb, modified_at = $7
where organization_id = $8 and id = $9;
