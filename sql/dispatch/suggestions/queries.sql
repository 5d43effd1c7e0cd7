-- Written by "npm run sql" from src/dispatch/suggestions/queries.ts.

-- findKnownAddresses: address, geocoding, lat, lon
with recursive wanted as (
  select distinct dispatch.search_text(given) collate "C" as beginning from unnest($1::text[]) as given
), step (beginning, key, n) as (
  select beginning, (
    select (dispatch.address_search(o.address) collate "C") from dispatch.destinations o
    where o.organization_id = $2 and (dispatch.address_search(o.address) collate "C") >= beginning and (dispatch.address_search(o.address) collate "C") < beginning || $3
    order by (dispatch.address_search(o.address) collate "C") limit 1), 1
  from wanted where beginning <> ''
  union all
  select step.beginning, (
    select (dispatch.address_search(o.address) collate "C") from dispatch.destinations o
    where o.organization_id = $4 and (dispatch.address_search(o.address) collate "C") > step.key and (dispatch.address_search(o.address) collate "C") < step.beginning || $5
    order by (dispatch.address_search(o.address) collate "C") limit 1), step.n + 1
  from step where step.key is not null and step.n < $6
)
select place.address, place.lon, place.lat, place.geocoding
from (
  select distinct key from step
  where key is not null and not exists (
    select from unnest($7::text[]) as word where position(' ' || dispatch.search_text(word) in key) = 0)
) as found
cross join lateral (
  select d.address, d.lon, d.lat, d.geocoding from dispatch.destinations d
  where d.organization_id = $8
    and (dispatch.address_search(d.address) collate "C") = found.key and true
  order by d.created_at desc limit 1
) as place
order by found.key limit $9;

-- findKnownAddresses (of one team): address, geocoding, lat, lon
with recursive wanted as (
  select distinct dispatch.search_text(given) collate "C" as beginning from unnest($1::text[]) as given
), step (beginning, key, n) as (
  select beginning, (
    select (dispatch.address_search(o.address) collate "C") from dispatch.destinations o
    where o.organization_id = $2 and (dispatch.address_search(o.address) collate "C") >= beginning and (dispatch.address_search(o.address) collate "C") < beginning || $3
    order by (dispatch.address_search(o.address) collate "C") limit 1), 1
  from wanted where beginning <> ''
  union all
  select step.beginning, (
    select (dispatch.address_search(o.address) collate "C") from dispatch.destinations o
    where o.organization_id = $4 and (dispatch.address_search(o.address) collate "C") > step.key and (dispatch.address_search(o.address) collate "C") < step.beginning || $5
    order by (dispatch.address_search(o.address) collate "C") limit 1), step.n + 1
  from step where step.key is not null and step.n < $6
)
select place.address, place.lon, place.lat, place.geocoding
from (
  select distinct key from step
  where key is not null and not exists (
    select from unnest($7::text[]) as word where position(' ' || dispatch.search_text(word) in key) = 0)
) as found
cross join lateral (
  select d.address, d.lon, d.lat, d.geocoding from dispatch.destinations d
  where d.organization_id = $8
    and (dispatch.address_search(d.address) collate "C") = found.key and exists (
      select from dispatch.tasks t
      where t.organization_id = d.organization_id and t.destination_id = d.id and (
t.worker_id is null and t.container_id = any($9::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $10 and seen.worker_id = t.worker_id and seen.team_id = any($11::text[]))))
  order by d.created_at desc limit 1
) as place
order by found.key limit $12;

-- findStreets: city, country, postal_code, region, street
with recursive step as (
  (select (p.street_key collate "C") as street_key, (p.city_key collate "C") as city_key, (p.postal_key collate "C") as postal_key, p.street, p.city,
p.postal_code, p.region, p.country, 1 as n from dispatch.address_points p
  where p.street_key <> '' and ((p.street_key collate "C"), (p.city_key collate "C")) >= ($1, $2)
    and ((p.street_key collate "C"), (p.city_key collate "C")) < ($3, $4)
  order by (p.street_key collate "C"), (p.city_key collate "C"), (p.postal_key collate "C") limit 1)
  union all
  select following.*, step.n + 1 from step
  cross join lateral (
    select (p.street_key collate "C") as street_key, (p.city_key collate "C") as city_key, (p.postal_key collate "C") as postal_key, p.street, p.city,
p.postal_code, p.region, p.country from dispatch.address_points p
    where p.street_key <> '' and ((p.street_key collate "C"), (p.city_key collate "C"), (p.postal_key collate "C")) > (step.street_key, step.city_key, step.postal_key)
      and ((p.street_key collate "C"), (p.city_key collate "C")) < ($5, $6)
    order by (p.street_key collate "C"), (p.city_key collate "C"), (p.postal_key collate "C") limit 1
  ) as following
  where step.n < $7
)
select street, city, postal_code, region, country from step
where (country is null or country = any($8::text[])) and street is not null
  and starts_with(postal_key, $9)
limit $10;
