-- Written by "npm run sql" from src/dispatch/tasks/destination-queries.ts.

-- tasksTo: id
select id from dispatch.tasks
where organization_id = $1 and destination_id = $2 and state < 3;

-- locatedTasks: id
select t.id from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id and d.located
where t.organization_id = $1 and t.id = any($2::text[]);

-- moveTaskRows: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set lon = $1, lat = $2, modified_at = $3, version = t.version + 1,
    changed_by = $4::jsonb
  where t.organization_id = $5 and t.id = any($6::text[]) and t.state < 3 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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
