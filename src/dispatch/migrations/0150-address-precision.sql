-- The least precision of places that an organization accepts for its addresses; without a row, the server's.
create table dispatch.geocoding_settings (
  organization_id text primary key references platform.organizations on delete cascade,
  min_precision text not null check (min_precision in ('address', 'street', 'postalCode', 'city', 'region'))
);

-- Whether somebody can be sent there: the middle of a postal code or a city is no door.
alter table dispatch.destinations add column located boolean not null
  generated always as (geocoding->>'precision' in ('exact', 'address', 'street')) stored;
create index destinations_not_located on dispatch.destinations (organization_id) where not located;

-- Whether there are addresses of a country.
create index address_points_streets on dispatch.address_points (country) where street_key <> '';
-- Codes are compared without spaces.
update dispatch.address_points set postal_key = replace(postal_key, ' ', '') where postal_key like '% %';
