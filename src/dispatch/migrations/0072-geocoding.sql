create schema if not exists dispatch;
-- In public, where every schema's statements find the operators.
create extension if not exists pg_trgm schema public;

-- Places that a dispatcher has put right: the next destination of the same address gets them.
create table dispatch.address_corrections (
  organization_id text not null references platform.organizations on delete cascade,
  -- a digest of the normalized address (src/dispatch/geocoding/question.ts)
  address_key text not null,
  lon double precision not null,
  lat double precision not null,
  at timestamptz not null,
  primary key (organization_id, address_key)
);

-- Imported open data (`hubbub geo import`), the same for every organization, so without an organization_id: buildings,
-- and postal codes (then without a street).
create table dispatch.address_points (
  id bigint generated always as identity primary key,
  source text not null,
  country text,
  region text,
  city text,
  postal_code text,
  street text,
  number text,
  lon double precision not null,
  lat double precision not null,
  -- the normalized forms that look-ups compare (src/dispatch/geocoding/normalize.ts); empty where unknown
  street_key text not null,
  number_key text not null,
  city_key text not null,
  postal_key text not null
);
create index address_points_exact on dispatch.address_points (street_key, number_key) where street_key <> '';
create index address_points_postal on dispatch.address_points (postal_key) where street_key = '';
create index address_points_source on dispatch.address_points (source);
create index address_points_similar on dispatch.address_points
  using gin ((street_key || ' ' || city_key || ' ' || postal_key) gin_trgm_ops) where street_key <> '';

-- The threshold belongs to the function: pg_trgm's default of 0.3 finds half a city.
create function dispatch.similar_addresses(wanted text, wanted_number text)
returns table (
  id bigint, country text, region text, city text, postal_code text, street text, number text,
  lon double precision, lat double precision,
  street_key text, number_key text, city_key text, postal_key text, likeness real
)
language sql stable
set pg_trgm.similarity_threshold = 0.5
as $$
  select p.id, p.country, p.region, p.city, p.postal_code, p.street, p.number, p.lon, p.lat,
    p.street_key, p.number_key, p.city_key, p.postal_key,
    similarity(p.street_key || ' ' || p.city_key || ' ' || p.postal_key, wanted) as likeness
  from dispatch.address_points p
  where p.street_key <> '' and (p.street_key || ' ' || p.city_key || ' ' || p.postal_key) % wanted
  order by likeness desc, (p.number_key = wanted_number) desc, p.id
  limit 200
$$;
