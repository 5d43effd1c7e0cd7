-- Written by "npm run sql" from src/dispatch/tasks/create/queries.ts.

-- insertOnce: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, listCount, listVersion, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, reserved, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
with reserved as (select 1::bigint as position, 1 as task_count, 1::bigint as version) ,
  task as (
    insert into dispatch.tasks as t (organization_id, id, short_id, created_at, modified_at, state, container_id,
      position, worker_id, creator, merchant, executor, destination_id, lon, lat, recipient_id, complete_after,
      complete_before, pickup_task, notes, quantity, additional_quantities, service_time, recipient_name,
      recipient_notes, recipient_skip_sms, requirements, scan_only_required_barcodes,
      barcodes, triangle_color, metadata, custom_field_group, custom_fields, order_short_id, skills, source_task_id,
      did_auto_assign,
      ordered_by, ordered_destination_id, ordered_recipient_id)
    select $1, $2, $3, $4::timestamptz, $5::timestamptz,
      $6::smallint, $7, reserved.position, $8, $9,
      $10, $11, $12, $13::float8, $14::float8,
      $15, $16::timestamptz, $17::timestamptz,
      $18::boolean, $19, $20::float8,
      $21::jsonb, $22::float8, $23,
      $24, $25::boolean,
      $26::jsonb, $27::boolean,
      $28::jsonb, $29::smallint,
      $30::jsonb, $31, $32::jsonb, $33,
      $34::text[], $35,
      $36::boolean, $37, $38, $39
    from reserved
    on conflict (organization_id, short_id) do nothing
    returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
t.created_at as "createdAt", t.modified_at as "modifiedAt", t.version, t.state, t.container_id as "containerId", t.position,
t.worker_id as "workerId", t.creator, t.merchant, t.executor, t.destination_id as "destinationId", t.lon, t.lat,
t.recipient_id as "recipientId", t.complete_after as "completeAfter", t.complete_before as "completeBefore",
t.pickup_task as "pickupTask", t.notes, t.quantity, t.additional_quantities as "additionalQuantities",
t.service_time as "serviceTime", t.recipient_name as "recipientName", t.recipient_notes as "recipientNotes",
t.recipient_skip_sms as "recipientSkipSms", jsonb '{"pin": false}' || t.requirements as requirements,
t.scan_only_required_barcodes as "scanOnlyRequiredBarcodes", t.barcodes, t.triangle_color as "triangleColor",
t.metadata, t.custom_field_group as "customFieldGroup", t.custom_fields as "customFields", t.order_short_id as "orderShortId", t.skills, t.source_task_id as "sourceTaskId",
t.route_plan_id as "routePlanId",
t.did_auto_assign as "didAutoAssign", t.started_at as "startedAt", t.start_location as "startLocation",
t.arrived_at as "arrivedAt", t.arrival_location as "arrivalLocation", t.completed_at as "completedAt", t.completion,
t.completion_reports as "completionReports", t.wrong_pins as "wrongPins", t.tracking_token as "trackingToken",
t.tracking_viewed as "trackingViewed", t.feedback, t.recipient_message as "recipientMessage",
t.ordered_by as "orderedBy", t.ordered_destination_id as "orderedDestinationId",
t.ordered_recipient_id as "orderedRecipientId")
  select reserved.position as reserved, reserved.task_count as "listCount", reserved.version as "listVersion", task.*
  from reserved left join task on true;

-- insertOnce (with a destination, dependencies, a PIN and a decision): additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, listCount, listVersion, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, reserved, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
with reserved as (select 1::bigint as position, 1 as task_count, 1::bigint as version) , destination as (
  insert into dispatch.destinations (organization_id, id, lon, lat, address, notes, metadata, warnings,
    geocoder_place_id, address_key, geocoding, created_at, modified_at)
  select organization_id, id, lon, lat, address, notes, metadata, warnings, geocoder_place_id, address_key, geocoding,
    $1, $2
  from jsonb_to_recordset($3::jsonb) as destination (organization_id text, id text,
    lon double precision, lat double precision, address jsonb, notes text, metadata jsonb, warnings text[],
    geocoder_place_id text, address_key text, geocoding jsonb) where exists (select from reserved)),
  task as (
    insert into dispatch.tasks as t (organization_id, id, short_id, created_at, modified_at, state, container_id,
      position, worker_id, creator, merchant, executor, destination_id, lon, lat, recipient_id, complete_after,
      complete_before, pickup_task, notes, quantity, additional_quantities, service_time, recipient_name,
      recipient_notes, recipient_skip_sms, requirements, scan_only_required_barcodes,
      barcodes, triangle_color, metadata, custom_field_group, custom_fields, order_short_id, skills, source_task_id,
      did_auto_assign,
      ordered_by, ordered_destination_id, ordered_recipient_id)
    select $4, $5, $6, $7::timestamptz, $8::timestamptz,
      $9::smallint, $10, reserved.position, $11, $12,
      $13, $14, $15, $16::float8, $17::float8,
      $18, $19::timestamptz, $20::timestamptz,
      $21::boolean, $22, $23::float8,
      $24::jsonb, $25::float8, $26,
      $27, $28::boolean,
      $29::jsonb, $30::boolean,
      $31::jsonb, $32::smallint,
      $33::jsonb, $34, $35::jsonb, $36,
      $37::text[], $38,
      $39::boolean, $40, $41, $42
    from reserved
    on conflict (organization_id, short_id) do nothing
    returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
t.created_at as "createdAt", t.modified_at as "modifiedAt", t.version, t.state, t.container_id as "containerId", t.position,
t.worker_id as "workerId", t.creator, t.merchant, t.executor, t.destination_id as "destinationId", t.lon, t.lat,
t.recipient_id as "recipientId", t.complete_after as "completeAfter", t.complete_before as "completeBefore",
t.pickup_task as "pickupTask", t.notes, t.quantity, t.additional_quantities as "additionalQuantities",
t.service_time as "serviceTime", t.recipient_name as "recipientName", t.recipient_notes as "recipientNotes",
t.recipient_skip_sms as "recipientSkipSms", jsonb '{"pin": false}' || t.requirements as requirements,
t.scan_only_required_barcodes as "scanOnlyRequiredBarcodes", t.barcodes, t.triangle_color as "triangleColor",
t.metadata, t.custom_field_group as "customFieldGroup", t.custom_fields as "customFields", t.order_short_id as "orderShortId", t.skills, t.source_task_id as "sourceTaskId",
t.route_plan_id as "routePlanId",
t.did_auto_assign as "didAutoAssign", t.started_at as "startedAt", t.start_location as "startLocation",
t.arrived_at as "arrivedAt", t.arrival_location as "arrivalLocation", t.completed_at as "completedAt", t.completion,
t.completion_reports as "completionReports", t.wrong_pins as "wrongPins", t.tracking_token as "trackingToken",
t.tracking_viewed as "trackingViewed", t.feedback, t.recipient_message as "recipientMessage",
t.ordered_by as "orderedBy", t.ordered_destination_id as "orderedDestinationId",
t.ordered_recipient_id as "orderedRecipientId") , link as (
      insert into dispatch.task_dependencies (organization_id, task_id, depends_on, n)
      select $43, task.id, given.id, given.n
      from task, unnest($44::text[]) with ordinality as given (id, n)) , pin as (
      insert into dispatch.task_pins (organization_id, task_id, sealed)
      select $45, task.id, $46::bytea from task) , decision as (
  insert into dispatch.assignment_decisions
    (organization_id, task_id, decided_at, options, outcome, worker_id, candidates)
  select $47, $48, $49::timestamptz, $50::jsonb, $51,
    $52, $53::jsonb where exists (select from task))
  select reserved.position as reserved, reserved.task_count as "listCount", reserved.version as "listVersion", task.*
  from reserved left join task on true;
