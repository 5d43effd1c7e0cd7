import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

export interface DutyEventRow {
  at: Date;
  on_duty: boolean;
}

/** The changes of duty before `to`: the last one before `from`, which says what held then, and all after it. */
export function findDutyEvents(reader: Reader, workerId: string, from: Date, to: Date): Promise<DutyEventRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<DutyEventRow>`
    select at, on_duty from dispatch.duty_events
    where organization_id = ${organizationId} and worker_id = ${workerId} and at < ${to}
      and at >= coalesce((
        select max(at) from dispatch.duty_events
        where organization_id = ${organizationId} and worker_id = ${workerId} and at < ${from}), '-infinity')
    order by at limit 10000`);
}

export interface WorkRow {
  started_at: Date | null;
  completed_at: Date | null;
  succeeded: boolean | null;
}

/** The worker's tasks that were active or completed between `from` and `to`. */
export function findWork(reader: Reader, workerId: string, from: Date, to: Date): Promise<WorkRow[]> {
  return reader.all(sql<WorkRow>`
    select started_at, completed_at, (completion->>'success')::boolean as succeeded from dispatch.tasks
    where organization_id = ${reader.organizationId} and worker_id = ${workerId} and state >= 2
      and coalesce(started_at, completed_at) < ${to} and coalesce(completed_at, 'infinity') >= ${from}
    order by started_at limit 10000`);
}
