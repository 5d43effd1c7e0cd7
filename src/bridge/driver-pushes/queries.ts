import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** A message of a task's topic, and whose the task is. */
export interface DriverOfMessageRow {
  messageId: number;
  taskId: string;
  workerId: string;
}

/**
 * Returns the workers of the tasks whose topics contain the messages; nothing for other topics. The first message
 * identifies a task's topic, so a long topic of no task costs no more than a short one.
 */
export function loadDriversOfMessages(reader: Reader, messageIds: readonly number[]): Promise<DriverOfMessageRow[]> {
  return reader.all(sql<DriverOfMessageRow>`
    select said.id as "messageId", c.task_id as "taskId", t.worker_id as "workerId"
    from chat.messages said
      cross join lateral (
        select m.id from chat.messages m
        where m.organization_id = said.organization_id and m.channel_id = said.channel_id
          and lower(m.topic) = lower(said.topic)
        order by m.id limit 1) first
      join bridge.conversations c on c.organization_id = said.organization_id and c.anchor_id = first.id
      join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.task_id
    where said.organization_id = ${reader.organizationId} and said.id = any(${messageIds}::bigint[])
      and t.worker_id is not null
    order by said.id`);
}
