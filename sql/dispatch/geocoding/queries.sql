-- Written by "npm run sql" from src/dispatch/geocoding/queries.ts.

-- findCorrectionByKey: lat, lon
select lon, lat from dispatch.address_corrections
where organization_id = $1 and address_key = $2;

-- saveLocationCorrections
insert into dispatch.address_corrections (organization_id, address_key, lon, lat, at)
select $1, key, $2, $3, $4 from unnest($5::text[]) as key
on conflict (organization_id, address_key) do update
  set lon = excluded.lon, lat = excluded.lat, at = excluded.at;

-- findExactPoints: city, city_key, country, has_unit, lat, lon, number, number_key, postal_code, postal_key, region, street, street_key
select country, region, city, postal_code, street, number, lon, lat, street_key, number_key, city_key, postal_key,
  has_unit
from dispatch.address_points
where street_key = $1 and number_key = $2
  and ((postal_key <> '' and postal_key = $3) or (city_key <> '' and city_key = $4)
    or (city_key = '' and postal_key = ''))
  and (country is null or country = any($5::text[]))
order by (postal_key = $6) desc, (city_key = $7) desc, id
limit 20;

-- findSimilarPoints: city, city_key, country, lat, likeness, lon, number, number_key, postal_code, postal_key, region, street, street_key
select country, region, city, postal_code, street, number, lon, lat, street_key, number_key, city_key, postal_key,
  likeness
from dispatch.similar_addresses($1, $2)
where country is null or country = any($3::text[])
order by likeness desc, (number_key = $4) desc, id
limit 20;

-- findPostalPoint: city, country, lat, lon, number, postal_code, region, street
select country, region, city, postal_code, street, number, lon, lat from dispatch.address_points
where street_key = '' and postal_key = any($1::text[]) and country = any($2::text[])
order by length(postal_key) desc, (city_key = $3) desc, id limit 1;

-- findTowns: city, country, lat, lon, number, postal_code, region, street
select country, region, city, postal_code, street, number, lon, lat from dispatch.address_points
where street_key = '' and postal_key = '' and city_key = $1 and city_key <> ''
  and country = any($2::text[])
order by id limit 50;

-- hasStreets: known
select exists (select from dispatch.address_points where street_key <> '' and country = any($1::text[]))
  or exists (select from dispatch.address_points where street_key <> '' and country is null) as known;

-- findMinPrecision: minPrecision
select min_precision as "minPrecision" from dispatch.geocoding_settings where organization_id = $1;

-- insertPoints: id
with added as (
  insert into dispatch.address_points (source, country, region, city, postal_code, street, number, lon, lat,
    street_key, number_key, city_key, postal_key, has_unit)
  select $1, country, region, city, postal_code, street, number, lon, lat,
    street_key, number_key, city_key, postal_key, has_unit
  from jsonb_to_recordset($2::jsonb) as point (country text, region text, city text,
    postal_code text, street text, number text, lon double precision, lat double precision,
    street_key text, number_key text, city_key text, postal_key text, has_unit boolean)
  returning id)
select min(id) as id from added;

-- deletePointsBefore
delete from dispatch.address_points where source = $1 and id < $2;
