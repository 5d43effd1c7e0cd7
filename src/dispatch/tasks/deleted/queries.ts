import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { TablePart } from '../../../platform/db/table-part.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { seesTask, type Viewer } from '../../sight/fragments.ts';
import type { StoredReport } from '../task-row.ts';

/** A task that dispatch deleted, as far as it is still known. */
export interface DeletedTaskRow {
  id: string;
  shortId: string;
  deletedAt: Date;
  completionReports: StoredReport[];
}

const DELETED = sql.raw(`t.id, t.short_id as "shortId", t.deleted_at as "deletedAt",
  t.completion_reports as "completionReports"`);

/** Notes a task that is about to be deleted, if any worker has it or had it in the last 30 days. */
export async function insertDeletedTask(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    insert into dispatch.deleted_tasks (organization_id, id, short_id, container_id, worker_id, worker_ids, deleted_at,
      completion_reports, reported_at)
    select t.organization_id, t.id, t.short_id, t.container_id, t.worker_id, w.ids, ${tx.now}, t.completion_reports,
      (select to_timestamp(max((r->>'receivedAt')::float8) / 1000) from jsonb_array_elements(t.completion_reports) r)
    from dispatch.tasks t cross join lateral (
        select array_agg(distinct had.id) as ids
        from (select t.worker_id as id where t.worker_id is not null
          union all select f.worker_id from dispatch.former_workers f
          where f.organization_id = t.organization_id and f.task_id = t.id) had) w
    where t.organization_id = ${tx.organizationId} and t.id = ${id} and w.ids is not null`);
}

/** A deleted task that a worker had; undefined: none, or it is forgotten. */
export function findDeletedTaskOf(reader: Reader, workerId: string, id: string): Promise<DeletedTaskRow | undefined> {
  return reader.first(sql<DeletedTaskRow>`
    select ${DELETED} from dispatch.deleted_tasks t
    where t.organization_id = ${reader.organizationId} and t.id = ${id} and ${workerId} = any(t.worker_ids)`);
}

/** A deleted task on which nobody else reports, and which nobody forgets, until the commit. */
export function lockDeletedTask(tx: Tx, id: string): Promise<DeletedTaskRow | undefined> {
  return tx.first(sql<DeletedTaskRow>`
    select ${DELETED} from dispatch.deleted_tasks t
    where t.organization_id = ${tx.organizationId} and t.id = ${id} for update`);
}

export async function appendReportOnDeleted(tx: Tx, id: string, report: StoredReport): Promise<void> {
  await tx.run(sql`
    update dispatch.deleted_tasks set reported_at = ${tx.now},
      completion_reports = completion_reports || ${JSON.stringify([report])}::jsonb
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** End of a page of reported deleted tasks; the time as PostgreSQL writes it. */
export interface ReportedEnd {
  id: string;
  reportedAtText: string;
}

/** Deleted tasks in sight that were reported done, those with the newest report first. */
export function pageOfReported(
  reader: Reader,
  viewer: Viewer,
  after: ReportedEnd | undefined,
  limit: number,
): Promise<(DeletedTaskRow & ReportedEnd)[]> {
  const beyond = after
    ? sql`(t.reported_at < ${after.reportedAtText}::timestamptz
        or t.reported_at = ${after.reportedAtText}::timestamptz and t.id > ${after.id})`
    : sql`true`;
  return reader.all(sql<DeletedTaskRow & ReportedEnd>`
    select ${DELETED}, t.reported_at::text as "reportedAtText" from dispatch.deleted_tasks t
    where t.organization_id = ${viewer.organizationId} and t.reported_at is not null and ${seesTask(viewer)} and ${beyond}
    order by t.reported_at desc, t.id limit ${limit}`);
}

/** Forgets deleted tasks of which nothing was reported. */
export function deleteUnreported(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.deleted_tasks
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and deleted_at < ${before} and reported_at is null`);
}
