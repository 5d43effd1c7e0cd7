-- Towns of GeoNames (`hubbub geo import`): points with neither a street nor a postal code.
create index address_points_towns on dispatch.address_points (city_key) where street_key = '' and postal_key = '';
