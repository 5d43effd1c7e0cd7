import { type Sql, sql } from '../../platform/db/sql.ts';
import { DERIVED, type Exported, isIn, NOBODYS, type PersonRows } from './person-rows.ts';

const WHEN_AND_WHAT = ['id', 'short_id', 'created_at', 'state', 'pickup_task', 'complete_after', 'complete_before'];

/** Returns the delivery data of a person: as worker, as office staff, as recipient. */
export function dispatchRows({ self }: Exported): PersonRows {
  const { workerIds, administratorIds, recipientIds } = self.dispatch;
  const isWorker = isIn('worker_id', workerIds);
  const ofWorker = [{ where: isWorker }];
  const isCaller = sql`t.caller->>'administratorId' = any(${administratorIds}::text[])`;
  return {
    'dispatch.address_corrections': NOBODYS,
    'dispatch.address_points': NOBODYS,
    'dispatch.administrators': [{ where: isIn('id', administratorIds) }],
    'dispatch.assignment_decisions': [
      {
        where: sql`exists (${considered(workerIds)})`,
        only: ['task_id', 'decided_at', 'outcome'],
        beside: {
          chosen: sql`coalesce(${isWorker}, false)`,
          candidates: sql`array(${considered(workerIds)})`,
        },
      },
    ],
    'dispatch.chosen_passwords': ofWorker,
    'dispatch.containers': [
      {
        where: sql`t.type = 'WORKER' and ${isIn('owner_id', workerIds)}`,
        only: ['id', 'owner_id', 'created_at', 'modified_at', 'active_task', 'task_count'],
      },
    ],
    'dispatch.crossed_thresholds': ofWorker,
    'dispatch.custom_fields': NOBODYS,
    'dispatch.delegatees': NOBODYS,
    'dispatch.destinations': [
      {
        where: goesTo(recipientIds),
        only: ['id', 'lon', 'lat', 'address', 'created_at'],
        // Where others are delivered to as well, the notes may be on them.
        beside: { notes: sql`case when not ${isSharedWithOthers(recipientIds)} then t.notes end` },
        as: 'recipient',
      },
      {
        where: sql`exists (select from dispatch.workers w where w.organization_id = t.organization_id
          and w.routing_destination_id = t.id and w.id = any(${workerIds}::text[]))`,
        only: ['id', 'lon', 'lat', 'address', 'notes', 'created_at'],
        as: 'worker',
      },
    ],
    'dispatch.deleted_tasks': [
      {
        where: sql`t.worker_ids && ${workerIds}::text[]`,
        only: ['id', 'short_id', 'deleted_at'],
        beside: {
          completion_reports: sql`array(select r - '{verifiedAge,barcodes,scans}'::text[]
            from jsonb_path_query(t.completion_reports, '$[*]') r where r->>'workerId' = any(${workerIds}::text[]))`,
        },
      },
    ],
    'dispatch.driver_actions': [{ ...ofWorker[0], only: ['worker_id', 'action_id', 'at'] }],
    'dispatch.duty_events': ofWorker,
    'dispatch.former_workers': ofWorker,
    'dispatch.geocoding_settings': NOBODYS,
    'dispatch.handled_exceptions': [{ where: isWorker, only: ['item', 'handled_at'] }],
    'dispatch.hubs': NOBODYS,
    'dispatch.imported_lines': DERIVED,
    'dispatch.notification_settings': NOBODYS,
    'dispatch.position_reports': ofWorker,
    'dispatch.pretend_fleets': 'is of workers that nobody is',
    'dispatch.recipients': [
      {
        where: isIn('id', recipientIds),
        only: [
          'id',
          'name',
          'phone',
          'notes',
          'skip_sms_notifications',
          'language',
          'metadata',
          'created_at',
          'modified_at',
        ],
      },
    ],
    'dispatch.road_legs': NOBODYS,
    'dispatch.route_plans': [
      {
        ...ofWorker[0],
        only: [
          ...['id', 'short_id', 'worker_id', 'name', 'start_time', 'end_time', 'timezone'],
          ...['actual_start_time', 'actual_end_time'],
        ],
      },
    ],
    'dispatch.schedule_entries': ofWorker,
    'dispatch.task_batches': [
      { where: isCaller, only: ['id', 'submitted_at', 'received', 'finished_at'], as: 'administrator' },
    ],
    'dispatch.task_dependencies': NOBODYS,
    'dispatch.task_history': [
      {
        where: sql`(t.worker_id = any(${workerIds}::text[])
          or t.by_id = any(${[...workerIds, ...administratorIds]}::text[]))`,
        only: ['task_id', 'event_id', 'kind', 'at'],
      },
    ],
    'dispatch.task_pins': NOBODYS,
    'dispatch.task_templates': NOBODYS,
    'dispatch.tasks': [
      {
        where: isWorker,
        only: [
          ...[...WHEN_AND_WHAT, 'worker_id', 'started_at', 'start_location', 'arrived_at', 'arrival_location'],
          ...['completed_at', 'did_auto_assign', 'route_plan_id'],
        ],
        beside: {
          completion: sql`t.completion - '{verifiedAge,barcodes,scans}'::text[]`,
          completion_reports: sql`array(select r - '{verifiedAge,barcodes,scans}'::text[]
            from jsonb_path_query(t.completion_reports, '$[*]') r where r->>'workerId' = any(${workerIds}::text[]))`,
          ratings: sql`array(select f - 'comments' from jsonb_path_query(t.feedback, '$[*]') f)`,
        },
        as: 'worker',
      },
      {
        where: isIn('recipient_id', recipientIds),
        only: [
          ...[...WHEN_AND_WHAT, 'recipient_id', 'destination_id', 'lon', 'lat', 'notes', 'quantity', 'barcodes'],
          ...['requirements', 'metadata', 'custom_fields', 'order_short_id', 'recipient_name', 'recipient_notes'],
          ...['recipient_skip_sms', 'recipient_message', 'feedback', 'tracking_viewed', 'started_at', 'arrived_at'],
          'completed_at',
        ],
        beside: { completion: sql`t.completion - '{firstLocation,lastLocation,by}'::text[]` },
        as: 'recipient',
      },
    ],
    'dispatch.team_dispatches': [{ where: isCaller, only: ['id', 'team_id', 'submitted_at'], as: 'administrator' }],
    'dispatch.team_managers': [{ where: isIn('administrator_id', administratorIds) }],
    'dispatch.team_workers': ofWorker,
    'dispatch.teams': [
      {
        where: sql`(
          exists (select from dispatch.team_workers w where w.organization_id = t.organization_id and w.team_id = t.id
            and w.worker_id = any(${workerIds}::text[]))
          or exists (select from dispatch.team_managers m where m.organization_id = t.organization_id and m.team_id = t.id
            and m.administrator_id = any(${administratorIds}::text[])))`,
        only: ['id', 'name'],
      },
    ],
    'dispatch.tile_servers': NOBODYS,
    'dispatch.tracking_looks': NOBODYS,
    'dispatch.travel_corrections': NOBODYS,
    'dispatch.uploads': [
      {
        where: isWorker,
        only: ['id', 'task_id', 'content_type', 'size', 'created_at'],
        // A signature is the hand of whoever it was brought to.
        // Where their phone was when it took the picture, and which one it is: theirs, and not whose it was brought to.
        file: { id: sql`case when ${isPhoto} then t.file_id end`, hasExif: sql`t.has_metadata` },
        as: 'worker',
      },
      {
        where: sql`exists (select from dispatch.tasks k where k.organization_id = t.organization_id and k.id = t.task_id
          and k.recipient_id = any(${recipientIds}::text[]))`,
        only: ['id', 'task_id', 'content_type', 'size', 'created_at'],
        file: { id: sql`t.file_id` },
        as: 'recipient',
      },
    ],
    'dispatch.webhook_attempts': 'is of requests, not of people; 14 days',
    'dispatch.webhook_deliveries': DERIVED,
    'dispatch.webhook_receivers': NOBODYS,
    'dispatch.webhooks': NOBODYS,
    'dispatch.worker_changes': DERIVED,
    'dispatch.worker_changes_kept': DERIVED,
    'dispatch.worker_positions': [
      {
        ...ofWorker[0],
        only: ['worker_id', 'lon', 'lat', 'on_duty', 'at', 'last_seen_at', 'battery_level'],
      },
    ],
    'dispatch.workers': [
      {
        where: isIn('id', workerIds),
        only: [
          ...['id', 'name', 'display_name', 'phone', 'capacity', 'additional_capacities', 'vehicle', 'account_status'],
          ...['metadata', 'image_url', 'timezone', 'routing_destination_id', 'on_duty', 'longitude', 'latitude'],
          ...['located_at', 'last_seen_at', 'app_version', 'battery_level', 'device_description', 'platform'],
          ...['has_recently_used_spoofed_locations', 'created_at', 'modified_at'],
        ],
        file: { id: sql`t.picture_file_id` },
      },
    ],
  };
}

/** Selects these workers among those considered for a task. */
const considered = (workerIds: readonly string[]): Sql => sql`
  select c from jsonb_path_query(t.candidates, '$[*]') c where c->>'workerId' = any(${workerIds}::text[])`;

const goesTo = (recipientIds: readonly string[]): Sql => sql`exists (
  select from dispatch.tasks k where k.organization_id = t.organization_id and k.destination_id = t.id
    and k.recipient_id = any(${recipientIds}::text[]))`;

const isSharedWithOthers = (recipientIds: readonly string[]): Sql => sql`exists (
  select from dispatch.tasks k where k.organization_id = t.organization_id and k.destination_id = t.id
    and (k.recipient_id is null or k.recipient_id <> all(${recipientIds}::text[])))`;

/** Whether a completion, or a report of one that came late, names the upload as a photo. */
const isPhoto = sql`exists (
  select from dispatch.tasks k where k.organization_id = t.organization_id and k.id = t.task_id
    and (k.completion->'photos' ? t.id or exists (
      select from jsonb_path_query(k.completion_reports, '$[*].photos') p where p ? t.id)))
  or exists (select from dispatch.deleted_tasks k, jsonb_path_query(k.completion_reports, '$[*].photos') p
    where k.organization_id = t.organization_id and k.id = t.task_id and p ? t.id)`;
