-- What a router has said of ways by road, for a week. Ends are in thousandths of a degree (about 100 metres), so that a
-- worker who moves on a little needs no new answer. Roads are everybody's: no organization stands here.
create table dispatch.road_legs (
  -- CAR, MOTORCYCLE, BICYCLE, TRUCK or FOOT
  mode text not null,
  from_lon int not null,
  from_lat int not null,
  to_lon int not null,
  to_lat int not null,
  -- null: the router knows no way
  seconds double precision,
  asked_at timestamptz not null,
  primary key (mode, from_lon, from_lat, to_lon, to_lat)
);
create index road_legs_asked on dispatch.road_legs using brin (asked_at);
