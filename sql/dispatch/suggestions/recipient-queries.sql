-- Written by "npm run sql" from src/dispatch/suggestions/recipient-queries.ts.

-- findRecipientsWithPlace: id, language, name, notes, phone, place
select r.id, r.name, r.phone, r.notes, r.language, place.place
from (
  select r.id, r.name, r.phone, r.notes, r.language, not starts_with(r.name_key, $1) as is_within,
    r.name_key
  from dispatch.recipients r
  where r.organization_id = $2 and r.name_key like $3 and r.phone <> 'deleted ' || r.id
  order by is_within, r.name_key collate "C", r.id limit $4
) as r
left join lateral (
  select jsonb_build_object('address', d.address, 'lon', d.lon, 'lat', d.lat, 'notes', d.notes,
    'precision', d.geocoding->'precision') as place
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $5 and t.recipient_id = r.id and true
  order by t.created_at desc, t.seq desc limit 1
) as place on true
order by r.is_within, r.name_key collate "C", r.id;

-- findRecipientsWithPlace (by number): id, language, name, notes, phone, place
select r.id, r.name, r.phone, r.notes, r.language, place.place
from (
  select r.id, r.name, r.phone, r.notes, r.language, not starts_with(r.name_key, $1) as is_within,
    r.name_key
  from dispatch.recipients r
  where r.organization_id = $2 and r.phone like $3 and r.phone <> 'deleted ' || r.id
  order by is_within, r.name_key collate "C", r.id limit $4
) as r
left join lateral (
  select jsonb_build_object('address', d.address, 'lon', d.lon, 'lat', d.lat, 'notes', d.notes,
    'precision', d.geocoding->'precision') as place
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $5 and t.recipient_id = r.id and true
  order by t.created_at desc, t.seq desc limit 1
) as place on true
order by r.is_within, r.name_key collate "C", r.id;

-- findRecipientsWithPlace (by a short beginning, of one team): id, language, name, notes, phone, place
select r.id, r.name, r.phone, r.notes, r.language, place.place
from (
  select r.id, r.name, r.phone, r.notes, r.language, not starts_with(r.name_key, $1) as is_within,
    r.name_key
  from dispatch.recipients r
  where r.organization_id = $2 and (r.name_key collate "C" >= $3 and r.name_key collate "C" < $4) and (r.phone <> 'deleted ' || r.id and exists (
select from dispatch.tasks t
where t.organization_id = r.organization_id and t.recipient_id = r.id and (
t.worker_id is null and t.container_id = any($5::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $6 and seen.worker_id = t.worker_id and seen.team_id = any($7::text[])))))
  order by is_within, r.name_key collate "C", r.id limit $8
) as r
left join lateral (
  select jsonb_build_object('address', d.address, 'lon', d.lon, 'lat', d.lat, 'notes', d.notes,
    'precision', d.geocoding->'precision') as place
  from dispatch.tasks t
    join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $9 and t.recipient_id = r.id and (
t.worker_id is null and t.container_id = any($10::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $11 and seen.worker_id = t.worker_id and seen.team_id = any($12::text[])))
  order by t.created_at desc, t.seq desc limit 1
) as place on true
order by r.is_within, r.name_key collate "C", r.id;
