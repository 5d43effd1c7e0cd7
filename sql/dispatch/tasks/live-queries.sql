-- Written by "npm run sql" from src/dispatch/tasks/live-queries.ts.

-- pageOfOpenTasks: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
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
  where t.organization_id = $1 and t.state < 3 and true and true
  order by t.created_at, t.seq limit $2;

-- pageOfOpenTasks (of some teams, a further page): additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
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
  where t.organization_id = $1 and t.state < 3 and (
  t.worker_id is null and t.container_id = any($2::text[])
  or t.worker_id is not null and exists (
  select from dispatch.team_workers as seen
  where seen.organization_id = $3 and seen.worker_id = t.worker_id and seen.team_id = any($4::text[]))) and (t.created_at, t.seq) > ($5, $6)
  order by t.created_at, t.seq limit $7;

-- pageOfCompletedTasks: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
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
  where t.organization_id = $1 and t.state = 3 and coalesce(t.completed_at, t.created_at) >= $2
    and true and true
  order by coalesce(t.completed_at, t.created_at), t.seq limit $3;

-- pageOfCompletedTasks (of some teams, a further page): additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
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
  where t.organization_id = $1 and t.state = 3 and coalesce(t.completed_at, t.created_at) >= $2
    and (
  t.worker_id is null and t.container_id = any($3::text[])
  or t.worker_id is not null and exists (
  select from dispatch.team_workers as seen
  where seen.organization_id = $4 and seen.worker_id = t.worker_id and seen.team_id = any($5::text[]))) and (coalesce(t.completed_at, t.created_at), t.seq) > ($6, $7)
  order by coalesce(t.completed_at, t.created_at), t.seq limit $8;

-- pageOfOrderedTasks: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
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
  where t.ordered_by = $1 and (t.state < 3 or t.completed_at >= $2) and true
  order by t.created_at, t.seq limit $3;

-- pageOfOrderedTasks (a further page): additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
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
  where t.ordered_by = $1 and (t.state < 3 or t.completed_at >= $2) and (t.created_at, t.seq) > ($3, $4)
  order by t.created_at, t.seq limit $5;

-- findTaskIdsReferringTo: id
select t.id from dispatch.tasks t where t.organization_id = $1 and t.destination_id = any($2::text[]) and t.state < 3 union select t.id from dispatch.tasks t where t.organization_id = $3 and t.destination_id = any($4::text[]) and t.state = 3 and coalesce(t.completed_at, t.created_at) >= $5 union select t.id from dispatch.tasks t where t.organization_id = $6 and t.recipient_id = any($7::text[]) and t.state < 3 union select t.id from dispatch.tasks t where t.organization_id = $8 and t.recipient_id = any($9::text[]) and t.state = 3 and coalesce(t.completed_at, t.created_at) >= $10 union select t.id from dispatch.tasks t where t.organization_id = $11 and t.route_plan_id = any($12::text[]) and t.state < 3 union select t.id from dispatch.tasks t where t.organization_id = $13 and t.route_plan_id = any($14::text[]) and t.state = 3 and coalesce(t.completed_at, t.created_at) >= $15 union select t.id from dispatch.tasks t where t.ordered_by = $16 and t.ordered_recipient_id = any($17::text[]) and t.state < 3 union select t.id from dispatch.tasks t where t.ordered_by = $18 and t.ordered_recipient_id = any($19::text[]) and t.state = 3 and coalesce(t.completed_at, t.created_at) >= $20;
