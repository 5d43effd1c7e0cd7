-- Written by "npm run sql" from src/dispatch/tracking/queries.ts.

-- findTracked: additionalQuantities, arrivalLocation, arrivedAt, barcodes, colour, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, country, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, locatedAt, lon, merchant, merchantImage, merchantName, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, phone, pickupTask, position, quantity, recipientId, recipientLanguage, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, sealedPin, seq, serviceTime, shortId, showPhotos, showPicture, skills, sourceTaskId, startLocation, startedAt, state, stopsBefore, timezone, trackingToken, trackingViewed, triangleColor, version, workerDisplayName, workerId, workerImage, workerLat, workerLon, workerName, workerOnDuty, wrongPins
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
t.ordered_recipient_id as "orderedRecipientId", w.name as "workerName", w.display_name as "workerDisplayName", w.image_url as "workerImage",
    w.longitude as "workerLon", w.latitude as "workerLat", w.on_duty as "workerOnDuty", w.located_at as "locatedAt",
    case t.state when 2 then 0 when 1 then (
      select count(*) from dispatch.tasks before
      where before.organization_id = t.organization_id and before.container_id = t.container_id
        and before.position < t.position)
      + (select count(c.active_task) from dispatch.containers c
        where c.organization_id = t.organization_id and c.id = t.container_id) end as "stopsBefore",
    recipient.language as "recipientLanguage", coalesce(merchant.name, own.name) as "merchantName",
    case when merchant.id is null then own.image else merchant.image end as "merchantImage", own.timezone, own.country,
    pins.sealed as "sealedPin", looks.colour, looks.phone, coalesce(looks.show_photos, true) as "showPhotos",
    coalesce(looks.show_picture, true) and coalesce(mine.show_picture, true) as "showPicture"
  from dispatch.tasks t
    join platform.organizations own on own.id = t.organization_id
    join platform.open_organizations o on o.id = own.id
    -- An organization that ordered may be gone since.
    left join platform.organizations merchant on merchant.id = t.merchant
    left join dispatch.tracking_looks looks on looks.organization_id = t.merchant
    left join dispatch.tracking_looks mine on mine.organization_id = t.organization_id
    left join dispatch.task_pins pins on pins.organization_id = t.organization_id and pins.task_id = t.id and t.state < 3
    left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
    left join dispatch.recipients recipient on recipient.organization_id = t.organization_id and recipient.id = t.recipient_id
  where t.tracking_token = any($1::text[]) and (t.completed_at is null or t.completed_at > $2);

-- findMoved: organizationId, workerId
select w.organization_id as "organizationId", w.id as "workerId"
from unnest($1::text[], $2::text[])
    as wanted (organization_id, id)
  join dispatch.workers w on w.organization_id = wanted.organization_id and w.id = wanted.id
where w.last_seen_at > $3;

-- markViewed: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set tracking_viewed = true
  where t.organization_id = $1 and t.id = $2 and not t.tracking_viewed returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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

-- saveFeedback: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set feedback = $1, modified_at = $2, version = t.version + 1,
    changed_by = null
  where t.organization_id = $3 and t.id = $4 and t.state = 3 and t.feedback = '[]'
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
t.ordered_recipient_id as "orderedRecipientId";

-- saveMessage: additionalQuantities, arrivalLocation, arrivedAt, barcodes, completeAfter, completeBefore, completedAt, completion, completionReports, containerId, createdAt, creator, customFieldGroup, customFields, destinationId, didAutoAssign, executor, feedback, id, lat, lon, merchant, metadata, modifiedAt, notes, orderShortId, orderedBy, orderedDestinationId, orderedRecipientId, organizationId, pickupTask, position, quantity, recipientId, recipientMessage, recipientName, recipientNotes, recipientSkipSms, requirements, routePlanId, scanOnlyRequiredBarcodes, seq, serviceTime, shortId, skills, sourceTaskId, startLocation, startedAt, state, trackingToken, trackingViewed, triangleColor, version, workerId, wrongPins
update dispatch.tasks as t set recipient_message = $1, modified_at = $2, version = t.version + 1,
    changed_by = null
  where t.organization_id = $3 and t.id = $4 and t.state < 3 returning t.organization_id as "organizationId", t.id, t.short_id as "shortId", t.seq,
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

-- findAppearance: colour, phone, showPhotos, showPicture
select colour, phone, show_photos as "showPhotos", show_picture as "showPicture"
from dispatch.tracking_looks where organization_id = $1;

-- saveAppearance
insert into dispatch.tracking_looks (organization_id, colour, phone, show_photos, show_picture)
values ($1, $2, $3, $4, $5)
on conflict (organization_id) do update set colour = excluded.colour, phone = excluded.phone,
  show_photos = excluded.show_photos, show_picture = excluded.show_picture;
