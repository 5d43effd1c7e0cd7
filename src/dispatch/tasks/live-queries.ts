import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';
import { TASK } from './queries.ts';
import type { TaskRow } from './task-row.ts';

/** Initial state of a live view. */
export interface LiveTasks extends Viewer {
  /** Tasks that were completed before are left out. */
  completedSince: Date;
}

/** End of a page. */
type After = TaskRow | undefined;

/** A page of the tasks that are still to be done, oldest first. */
export function pageOfOpenTasks(reader: Reader, of: LiveTasks, after: After, limit: number): Promise<TaskRow[]> {
  const beyond = after ? sql`(t.created_at, t.seq) > (${after.createdAt}, ${after.seq})` : sql`true`;
  return reader.all(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t
    where t.organization_id = ${of.organizationId} and t.state < 3 and ${seesTask(of)} and ${beyond}
    order by t.created_at, t.seq limit ${limit}`);
}

/** A page of the tasks that were completed lately, in the order in which they were. */
export function pageOfCompletedTasks(reader: Reader, of: LiveTasks, after: After, limit: number): Promise<TaskRow[]> {
  const time = sql`coalesce(t.completed_at, t.created_at)`;
  const beyond = after?.completedAt ? sql`(${time}, t.seq) > (${after.completedAt}, ${after.seq})` : sql`true`;
  return reader.all(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t
    where t.organization_id = ${of.organizationId} and t.state = 3 and ${time} >= ${of.completedSince}
      and ${seesTask(of)} and ${beyond}
    order by ${time}, t.seq limit ${limit}`);
}

/** A page of what other organizations execute for this one, open or completed lately; oldest first. */
export function pageOfOrderedTasks(reader: Reader, of: LiveTasks, after: After, limit: number): Promise<TaskRow[]> {
  const beyond = after ? sql`(t.created_at, t.seq) > (${after.createdAt}, ${after.seq})` : sql`true`;
  return reader.all(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t
    where t.ordered_by = ${of.organizationId} and (t.state < 3 or t.completed_at >= ${of.completedSince}) and ${beyond}
    order by t.created_at, t.seq limit ${limit}`);
}

/** Objects that tasks may refer to. */
export interface Referred {
  destinations: readonly string[];
  recipients: readonly string[];
  routePlans: readonly string[];
}

/** The IDs of tasks, open or completed since `completedSince`, that show one of these things, also those executed elsewhere. */
export async function findTaskIdsReferringTo(
  reader: Reader,
  { destinations, recipients, routePlans }: Referred,
  completedSince: Date,
): Promise<string[]> {
  const { organizationId } = reader;

  const open = sql`t.state < 3`;
  const completed = sql`t.state = 3 and coalesce(t.completed_at, t.created_at) >= ${completedSince}`;
  const found = [
    sql`t.organization_id = ${organizationId} and t.destination_id = any(${destinations}::text[])`,
    sql`t.organization_id = ${organizationId} and t.recipient_id = any(${recipients}::text[])`,
    sql`t.organization_id = ${organizationId} and t.route_plan_id = any(${routePlans}::text[])`,
    sql`t.ordered_by = ${organizationId} and t.ordered_recipient_id = any(${recipients}::text[])`,
  ].flatMap((condition) => [sql`${condition} and ${open}`, sql`${condition} and ${completed}`]);
  const rows = await reader.all(sql<{ id: string }>`
    ${sql.join(
      found.map((condition) => sql`select t.id from dispatch.tasks t where ${condition}`),
      ' union ',
    )}`);
  return rows.map(({ id }) => id);
}
