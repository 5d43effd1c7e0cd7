import type { ListOwner } from '../../dispatch/events/audience.ts';
import { seesTask, type Viewer } from '../../dispatch/sight/fragments.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** A message of a task's topic, and who wrote it. */
export interface TopicPostRow {
  messageId: number;
  taskId: string;
  text: string;
  isBot: boolean;
  /** Whether the task's worker wrote it, by the driver's app or in the chat. */
  isByDriver: boolean;
}

/** The messages that are in topics of tasks, oldest first. The first message identifies a topic. */
export function loadWritten(reader: Reader, messageIds: readonly number[]): Promise<TopicPostRow[]> {
  return reader.all(sql<TopicPostRow>`
    select said.id as "messageId", c.task_id as "taskId", said.content as text, u.bot_type is not null as "isBot",
      exists (select from bridge.driver_users d
        where d.organization_id = said.organization_id and d.user_id = said.sender_id)
      or exists (select from dispatch.tasks t
        join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
        where t.organization_id = c.organization_id and t.id = c.task_id and w.person_id = u.person_id) as "isByDriver"
    from chat.messages said
      cross join lateral (
        select m.id from chat.messages m
        where m.organization_id = said.organization_id and m.channel_id = said.channel_id
          and lower(m.topic) = lower(said.topic)
        order by m.id limit 1) first
      join bridge.conversations c on c.organization_id = said.organization_id and c.anchor_id = first.id
      join chat.users u on u.organization_id = said.organization_id and u.id = said.sender_id
    where said.organization_id = ${reader.organizationId} and said.id = any(${messageIds}::bigint[])
    order by said.id`);
}

/** Notes what a driver asked. */
export async function saveAsked(tx: Tx, taskId: string, messageId: number): Promise<void> {
  await tx.run(sql`
    insert into bridge.questions as q (organization_id, task_id, asked_id) values (${tx.organizationId}, ${taskId}, ${messageId})
    on conflict (organization_id, task_id) do update set asked_id = greatest(q.asked_id, excluded.asked_id)`);
}

/** Notes that somebody has answered a task's driver, or read what they wrote, up to a message. */
export async function saveSeen(tx: Tx, taskId: string, messageId: number): Promise<boolean> {
  const count = await tx.run(sql`
    update bridge.questions set seen_id = ${messageId}
    where organization_id = ${tx.organizationId} and task_id = ${taskId} and seen_id < ${messageId}`);
  return count > 0;
}

/** In whose lists the tasks are. */
export function loadOwners(
  reader: Reader,
  taskIds: readonly string[],
): Promise<{ taskId: string; type: ListOwner['type']; id: string }[]> {
  return reader.all(sql<{ taskId: string; type: ListOwner['type']; id: string }>`
    select t.id as "taskId", case when t.worker_id is null then c.type else 'WORKER' end as type,
      coalesce(t.worker_id, c.owner_id) as id
    from dispatch.tasks t
      join dispatch.containers c on c.organization_id = t.organization_id and c.id = t.container_id
    where t.organization_id = ${reader.organizationId} and t.id = any(${taskIds}::text[])`);
}

/** A driver's message that nobody has answered or read. */
export interface QuestionRow {
  taskId: string;
  workerId: string | null;
  messageId: number;
  at: Date;
  text: string;
  senderName: string;
}

/** Open questions about tasks in sight, oldest first. A message that was deleted or moved elsewhere is none. */
export function listQuestions(reader: Reader, viewer: Viewer, limit: number): Promise<QuestionRow[]> {
  return reader.all(sql<QuestionRow>`
    select q.task_id as "taskId", t.worker_id as "workerId", said.id as "messageId", said.sent_at as at,
      said.content as text, u.full_name as "senderName"
    from bridge.questions q
      join dispatch.tasks t on t.organization_id = q.organization_id and t.id = q.task_id
      join bridge.conversations c on c.organization_id = q.organization_id and c.task_id = q.task_id
      join chat.messages said on said.organization_id = q.organization_id and said.id = q.asked_id
      join chat.messages begun on begun.organization_id = q.organization_id and begun.id = c.anchor_id
        and begun.channel_id = said.channel_id and lower(begun.topic) = lower(said.topic)
      join chat.users u on u.organization_id = q.organization_id and u.id = said.sender_id
    where q.organization_id = ${reader.organizationId} and q.asked_id > q.seen_id and ${seesTask(viewer)}
    order by q.asked_id limit ${limit}`);
}
