import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { SAID_OF_TASKS } from '../conversations/fragments.ts';

/** A message of a task's topic, and whose the task is. */
export interface DriverOfMessageRow {
  messageId: number;
  taskId: string;
  workerId: string;
}

/** Returns the workers of the tasks whose topics contain the messages; nothing for other topics. */
export function loadDriversOfMessages(reader: Reader, messageIds: readonly number[]): Promise<DriverOfMessageRow[]> {
  return reader.all(sql<DriverOfMessageRow>`
    select said.id as "messageId", c.task_id as "taskId", t.worker_id as "workerId"
    from ${SAID_OF_TASKS}
      join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.task_id
    where said.organization_id = ${reader.organizationId} and said.id = any(${messageIds}::bigint[])
      and t.worker_id is not null
    order by said.id`);
}
