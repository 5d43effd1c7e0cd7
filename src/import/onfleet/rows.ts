import { Value } from 'typebox/value';
import { Geocoding, WARNINGS } from '../../dispatch/geocoding/found-place.ts';
import { Metadata } from '../../dispatch/metadata/metadata.ts';
import { nameKey } from '../../dispatch/recipients/access.ts';
import { isStorableJson } from '../../platform/http/text.ts';
import { emailKeyOf } from '../../platform/people/email.ts';
import { isObject, type JsonObject, objectsOf } from '../json.ts';
import type {
  SourceAdministrator,
  SourceDestination,
  SourceHub,
  SourceRecipient,
  SourceTask,
  SourceTeam,
  SourceWorker,
} from './shapes.ts';

const date = (millis: number | null | undefined): string | null =>
  typeof millis === 'number' ? new Date(Math.floor(millis)).toISOString() : null;

const stamps = ({ timeCreated, timeLastModified }: { timeCreated: number; timeLastModified: number }) => ({
  created_at: date(timeCreated),
  modified_at: date(timeLastModified),
});

/** The items of metadata that the API here could show; those with other types or visibilities are left out. */
const metadataOf = ({ metadata }: { metadata?: unknown[] | null }): unknown[] =>
  (metadata ?? []).filter((item) => Value.Check(Metadata, item) && isStorableJson(item));

/** Whether all metadata of an object can come. */
export const keepsMetadata = (source: { metadata?: unknown[] | null }): boolean =>
  metadataOf(source).length === (source.metadata ?? []).length;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

function addressOf(given: Record<string, unknown>): JsonObject {
  const parts = ['number', 'street', 'apartment', 'city', 'state', 'postalCode', 'country'];
  const optional = ['name', 'county'].flatMap((part) => (text(given[part]) ? [[part, text(given[part])]] : []));
  return { ...Object.fromEntries(parts.map((part) => [part, text(given[part])])), ...Object.fromEntries(optional) };
}

/** @param createdAt the API does not say when a hub was made */
export function hubRow({ id, name, location: [longitude, latitude], address, located }: SourceHub, createdAt: Date) {
  const at = createdAt.toISOString();
  return {
    ...{ id, name, longitude, latitude, address: addressOf(address), located: located ?? true },
    ...{ created_at: at, modified_at: at },
  };
}

export function administratorRow(source: SourceAdministrator, personId: string) {
  const { id, email, name, phone, isReadOnly } = source;
  return {
    ...{ id, person_id: personId, type: 'standard', email, email_key: emailKeyOf(email), name, phone: phone || null },
    ...{ is_active: false, is_read_only: isReadOnly ?? false, metadata: metadataOf(source), ...stamps(source) },
  };
}

export function teamRow(source: SourceTeam, hubId: string | null) {
  const { id, name, enableSelfAssignment } = source;
  return {
    ...{ id, name, hub_id: hubId, enable_self_assignment: enableSelfAssignment ?? false },
    ...{ metadata: metadataOf(source), ...stamps(source) },
  };
}

export function workerRow(source: SourceWorker, personId: string, routing: string | null) {
  const { id, name, displayName, phone, capacity, additionalCapacities: more, vehicle, skills, timezone } = source;
  return {
    ...{ id, name, display_name: displayName ?? null, phone, person_id: personId, capacity: capacity ?? 0 },
    additional_capacities: {
      ...{ capacityA: number(more?.capacityA), capacityB: number(more?.capacityB) },
      capacityC: number(more?.capacityC),
    },
    vehicle: vehicle
      ? {
          ...{ id: vehicle.id ?? id, type: vehicle.type, description: vehicle.description ?? null },
          ...{ licensePlate: vehicle.licensePlate ?? null, color: vehicle.color ?? null },
          timeLastModified: Math.floor(vehicle.timeLastModified ?? source.timeLastModified),
        }
      : null,
    ...{ skills: skills ?? [], timezone: timezone ?? null, routing_destination_id: routing },
    ...{ metadata: metadataOf(source), ...stamps(source) },
  };
}

export function recipientRow(source: SourceRecipient) {
  const { id, name, phone, notes, skipSMSNotifications, language } = source;
  return {
    ...{ id, name, name_key: nameKey(name), phone, notes: notes ?? '', language: language ?? null },
    ...{ skip_sms_notifications: skipSMSNotifications ?? false, metadata: metadataOf(source), ...stamps(source) },
  };
}

export function destinationRow(source: SourceDestination) {
  const { id, location, address, notes, warnings, geocoderPlaceId, geocoding } = source;
  return {
    ...{ id, lon: location[0], lat: location[1], address: addressOf(address), notes: notes ?? '' },
    warnings: (warnings ?? []).filter((each) => (WARNINGS as readonly string[]).includes(each)),
    geocoder_place_id: geocoderPlaceId ?? null,
    geocoding: Value.Check(Geocoding, geocoding) ? geocoding : { layer: 'given', precision: 'exact' },
    ...{ metadata: metadataOf(source), ...stamps(source) },
  };
}

/** References of a task to things here. */
export interface TaskPlace {
  organizationId: string;
  /** The organization there. */
  sourceOrganizationId: string;
  shortId: string;
  state: number;
  workerId: string | null;
  recipientId: string | null;
  containerId: string;
  position: number | null;
}

export function taskRow(source: SourceTask, place: TaskPlace) {
  const { requirements, overrides, additionalQuantities: more } = source;
  const own = (id: string) => (id === place.sourceOrganizationId ? place.organizationId : id);
  return {
    ...{ id: source.id, short_id: place.shortId, state: place.state, container_id: place.containerId },
    ...{ position: place.position, worker_id: place.workerId, recipient_id: place.recipientId },
    ...{ creator: own(source.creator), merchant: own(source.merchant), executor: place.organizationId },
    ...{ destination_id: source.destination.id, lon: source.destination.location[0] },
    ...{ lat: source.destination.location[1], complete_after: date(source.completeAfter) },
    ...{ complete_before: date(source.completeBefore), pickup_task: source.pickupTask, notes: source.notes },
    quantity: source.quantity ?? 0,
    additional_quantities: {
      ...{ quantityA: number(more?.quantityA), quantityB: number(more?.quantityB) },
      quantityC: number(more?.quantityC),
    },
    service_time: source.serviceTime ?? 0,
    recipient_name: overrides?.recipientName ?? null,
    recipient_notes: overrides?.recipientNotes ?? null,
    recipient_skip_sms: overrides?.recipientSkipSMSNotifications ?? null,
    requirements: {
      ...{ signature: requirements?.signature === true, photo: requirements?.photo === true },
      ...{ notes: requirements?.notes === true, minimumAge: number(requirements?.minimumAge), pin: false },
    },
    scan_only_required_barcodes: source.scanOnlyRequiredBarcodes ?? false,
    barcodes: objectsOf(source.barcodes?.required).map(({ data, blockCompletion }) => ({
      ...(typeof data === 'string' && { data: decoded(data) }),
      blockCompletion: blockCompletion === true,
    })),
    triangle_color: source.appearance?.triangleColor ?? null,
    ...{ metadata: metadataOf(source), order_short_id: source.orderShortId ?? null, skills: source.skills ?? [] },
    ...{ source_task_id: source.sourceTaskId ?? null, did_auto_assign: source.didAutoAssign ?? false },
    ...{ tracking_viewed: source.trackingViewed ?? false, feedback: feedbackOf(source) },
    recipient_message: messageOf(source),
    ...stepsOf(source, place.state),
    ...stamps(source),
  };
}

/** A code of base64 as it is stored. */
const decoded = (data: string) => Buffer.from(data, 'base64').toString('utf8').toWellFormed().replaceAll('\0', '');

function feedbackOf({ feedback }: SourceTask): JsonObject[] {
  return objectsOf(feedback).flatMap(({ rating, comments, time }) =>
    Number.isInteger(rating) && typeof time === 'number'
      ? [{ rating, comments: text(comments), time: Math.floor(time) }]
      : [],
  );
}

function messageOf({ recipientMessage }: SourceTask): JsonObject | null {
  if (!isObject(recipientMessage) || typeof recipientMessage.time !== 'number') return null;
  return { text: text(recipientMessage.text), time: Math.floor(recipientMessage.time) };
}

/** [longitude, latitude], or nothing. */
const locationOf = (value: unknown): number[] =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'number') ? value : [];

/** When the task was started, reached and completed, and how. */
function stepsOf(source: SourceTask, state: number) {
  const details = source.completionDetails ?? {};
  const event = (name: string) => details.events?.find((each) => each.name === name);
  const [start, arrival] = [event('start'), event('arrival')];
  const placeOf = (step: typeof start) => (locationOf(step?.location).length === 2 ? step!.location : null);
  if (state < 2) return {};
  const begun = {
    started_at: date(start?.time ?? (state === 2 ? source.timeLastModified : null)),
    ...{ start_location: placeOf(start), arrived_at: date(arrival?.time), arrival_location: placeOf(arrival) },
  };
  if (state === 2) return begun;
  const scans = objectsOf(source.barcodes?.captured).filter(({ data }) => typeof data === 'string');
  return {
    ...begun,
    completed_at: date(details.time ?? source.timeLastModified),
    completion: {
      ...{ success: details.success ?? false, notes: details.notes ?? '' },
      ...{ failureReason: details.failureReason ?? 'NONE', failureNotes: details.failureNotes ?? '' },
      ...{ firstLocation: locationOf(details.firstLocation), lastLocation: locationOf(details.lastLocation) },
      ...(typeof details.distance === 'number' && { distance: Math.round(details.distance) }),
      ...(typeof details.verifiedAge === 'number' && { verifiedAge: details.verifiedAge }),
      ...(scans.length > 0 && { barcodes: [...new Set(scans.map(({ data }) => decoded(data as string)))] }),
    },
  };
}
