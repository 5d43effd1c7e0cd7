import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { ActionContext } from '../../http/caller.ts';
import type { HistoryKind } from './history-entry.ts';

/** The reader's name in `platform.log_cursors`. */
export const HISTORY_CURSOR = 'task-history';

/** An entry to write. */
export interface NewHistoryEntry {
  taskId: string;
  eventId: number;
  kind: HistoryKind;
  at: Date;
  byType: string | null;
  byId: string | null;
  workerId: string | null;
  teamId: string | null;
}

/** Writes entries; one that is there stays as it is. */
export async function insertHistory(tx: Tx, entries: readonly NewHistoryEntry[]): Promise<void> {
  await tx.run(sql`
    insert into dispatch.task_history
      (organization_id, task_id, event_id, kind, at, by_type, by_id, worker_id, team_id)
    select ${tx.organizationId}, e."taskId", e."eventId", e.kind, e.at, e."byType", e."byId", e."workerId", e."teamId"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e ("taskId" text, "eventId" bigint, kind text,
      at timestamptz, "byType" text, "byId" text, "workerId" text, "teamId" text)
    on conflict do nothing`);
}

/** Forgets what happened to tasks that are deleted. */
export async function deleteHistory(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from dispatch.task_history
    where organization_id = ${tx.organizationId} and task_id = any(${taskIds}::text[])`);
}

/** An entry with the names of whoever it names; null where they are gone. */
export interface HistoryRow {
  eventId: number;
  kind: HistoryKind;
  at: Date;
  byType: ActionContext['type'] | null;
  byId: string | null;
  byName: string | null;
  workerId: string | null;
  workerName: string | null;
  teamId: string | null;
  teamName: string | null;
}

/** Entries of a task after one of them, oldest first. */
export function pageOfHistory(
  reader: Reader,
  taskId: string,
  after: { eventId: number; kind: string },
  limit: number,
): Promise<HistoryRow[]> {
  return reader.all(sql<HistoryRow>`
    select h.event_id as "eventId", h.kind, h.at, h.by_type as "byType", h.by_id as "byId",
      case h.by_type when 'ADMIN' then (
          select a.name from dispatch.administrators a where a.organization_id = h.organization_id and a.id = h.by_id)
        when 'WORKER' then (
          select w.name from dispatch.workers w where w.organization_id = h.organization_id and w.id = h.by_id)
        end as "byName",
      h.worker_id as "workerId", w.name as "workerName", h.team_id as "teamId", t.name as "teamName"
    from dispatch.task_history h
      left join dispatch.workers w on w.organization_id = h.organization_id and w.id = h.worker_id
      left join dispatch.teams t on t.organization_id = h.organization_id and t.id = h.team_id
    where h.organization_id = ${reader.organizationId} and h.task_id = ${taskId}
      and (h.event_id, h.kind) > (${after.eventId}::bigint, ${after.kind}::text)
    order by h.event_id, h.kind limit ${limit}`);
}
