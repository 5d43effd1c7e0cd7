-- Written by "npm run sql" from src/dispatch/tasks/queries.ts.

-- findTask: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.organization_id = $1 and t.id = $2;

-- findTaskByShortId: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.organization_id = $1 and t.short_id = $2;

-- findTasks: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t
  where t.organization_id = $1 and t.id = any($2::text[]);

-- findOrderedTask: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.ordered_by = $1 and t.id = $2;

-- findOrderedTaskByShortId: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.ordered_by = $1 and t.short_id = $2
  order by t.created_at, t.seq limit 1;

-- ownAndOrdered: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select * from (

  (select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.organization_id = $1 and true and true order by t.created_at, t.seq limit $2)
    union all
  (select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.ordered_by = $3 and true order by t.created_at, t.seq limit $4)) as found
  order by found."createdAt", found.seq limit $5;

-- ownAndOrdered (with every condition): additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select * from (

  (select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.organization_id = $1 and (
  t.worker_id is null and t.container_id = any($2::text[])
  or t.worker_id is not null and exists (
  select from dispatch.team_workers as seen
  where seen.organization_id = $3 and seen.worker_id = t.worker_id and seen.team_id = any($4::text[]))) and true and coalesce(t.completed_at, t.created_at) >= $5 and coalesce(t.completed_at, t.created_at) < $6 and t.state = any($7::smallint[]) and t.worker_id = $8 and t.complete_before < $9 and t.complete_after > $10 and t.container_id = any($11::text[]) and exists (
    select from dispatch.task_dependencies d
    where d.organization_id = t.organization_id and d.task_id = t.id
      and d.depends_on = any($12::text[])) and (t.created_at, t.seq) > ($13, $14) order by t.created_at, t.seq limit $15)
    union all
  (select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.ordered_by = $16 and true and coalesce(t.completed_at, t.created_at) >= $17 and coalesce(t.completed_at, t.created_at) < $18 and t.state = any($19::smallint[]) and t.worker_id = $20 and t.complete_before < $21 and t.complete_after > $22 and t.container_id = any($23::text[]) and exists (
    select from dispatch.task_dependencies d
    where d.organization_id = t.organization_id and d.task_id = t.id
      and d.depends_on = any($24::text[])) and (t.created_at, t.seq) > ($25, $26) order by t.created_at, t.seq limit $27)) as found
  order by found."createdAt", found.seq limit $28;

-- ownAndOrdered: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select * from (

  (select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.organization_id = $1 and true and (
  t.metadata @> $2::jsonb
  and not exists (
    select from jsonb_array_elements($3::jsonb) as given
    where not exists (
      select from jsonb_array_elements(t.metadata) as item
      where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value'))) order by t.created_at, t.seq limit $4)
    union all
  (select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t where t.ordered_by = $5 and (
  t.metadata @> $6::jsonb
  and not exists (
    select from jsonb_array_elements($7::jsonb) as given
    where not exists (
      select from jsonb_array_elements(t.metadata) as item
      where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value'))) order by t.created_at, t.seq limit $8)) as found
  order by found."createdAt", found.seq limit $9;

-- listTasksOfContainer: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t
  where t.organization_id = $1 and t.container_id = $2 and t.position is not null
    and true and true and true and true
  order by t.position limit $3;

-- listTasksOfContainer (with every condition): additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
select t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId" from dispatch.tasks t
  where t.organization_id = $1 and t.container_id = $2 and t.position is not null
    and t.position > $3 and t.created_at >= $4 and t.created_at < $5 and t.pickup_task = $6
  order by t.position limit $7;

-- updateTask: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set modified_at = $1, version = t.version + 1,
    changed_by = $2::jsonb, merchant = $3, executor = $4,
    destination_id = $5, lon = $6, lat = $7, recipient_id = $8,
    complete_after = $9, complete_before = $10, pickup_task = $11,
    notes = $12, quantity = $13,
    additional_quantities = $14, service_time = $15,
    recipient_name = $16, recipient_notes = $17,
    recipient_skip_sms = $18,
    requirements = $19, wrong_pins = $20,
    scan_only_required_barcodes = $21, barcodes = $22,
    triangle_color = $23, metadata = $24,
    custom_field_group = $25, custom_fields = $26,
    order_short_id = $27, skills = $28, did_auto_assign = $29
  where t.organization_id = $30 and t.id = $31 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId";

-- findExecutorOf: organizationId
select task.organization_id as "organizationId"
from platform.organizations o cross join lateral (
  select t.organization_id from dispatch.tasks t where t.organization_id = o.id and t.id = $1 offset 0) task
limit 1;

-- lockTaskVersions: changedAt, changedBy, id, version
select id, version, changed_by as "changedBy", modified_at as "changedAt" from dispatch.tasks
where organization_id = $1 and id = any($2::text[]) order by id for update;

-- markAutoAssigned
update dispatch.tasks set did_auto_assign = true
where organization_id = $1 and id = any($2::text[]);

-- listActiveTasks: id
select id from dispatch.tasks
where organization_id = $1 and worker_id = $2 and state = 2 order by started_at desc;

-- saveWrongPins: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set wrong_pins = $1, modified_at = $2, version = t.version + 1,
    changed_by = $3::jsonb
  where t.organization_id = $4 and t.id = $5 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId";

-- startTaskRow: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set state = 2, position = null, started_at = $1,
    start_location = $2, modified_at = $3, version = t.version + 1,
    changed_by = $4::jsonb
  where t.organization_id = $5 and t.id = $6 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId";

-- arriveTaskRow: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set arrived_at = $1,
    arrival_location = $2, modified_at = $3, version = t.version + 1,
    changed_by = $4::jsonb
  where t.organization_id = $5 and t.id = $6 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId";

-- completeTaskRow: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set state = 3, completed_at = $1, modified_at = $2, version = t.version + 1,
    changed_by = $3::jsonb,
    completion = $4, custom_fields = $5
  where t.organization_id = $6 and t.id = $7 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId";

-- appendReport: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set modified_at = $1, version = t.version + 1,
    changed_by = $2::jsonb,
    completion_reports = completion_reports || $3::jsonb
  where t.organization_id = $4 and t.id = $5 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
t.ordered_recipient_id as "orderedRecipientId";

-- isFormerWorker
select from dispatch.former_workers
where organization_id = $1 and task_id = $2 and worker_id = $3;

-- deleteFormerWorkers
delete from dispatch.former_workers where ctid >= $1::tid and ctid < $2::tid and left_at < $3;

-- deleteTaskRow
delete from dispatch.tasks where organization_id = $1 and id = $2;
