import type { ListOwner } from '../../dispatch/events/audience.ts';
import { seesTask, type Viewer } from '../../dispatch/sight/fragments.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { SAID_OF_TASKS } from '../conversations/fragments.ts';

/** A message of a task's topic, and who wrote it. */
export interface TopicPostRow {
  messageId: number;
  taskId: string;
  /** Worker of the task; null: nobody. */
  workerId: string | null;
  text: string;
  isBot: boolean;
  /** Whether the task's worker wrote it, by the driver's app or in the chat. */
  isByDriver: boolean;
}

/** Returns those of the messages that are in topics of tasks, oldest first. */
export function loadWritten(reader: Reader, messageIds: readonly number[]): Promise<TopicPostRow[]> {
  return reader.all(sql<TopicPostRow>`
    select said.id as "messageId", c.task_id as "taskId", t.worker_id as "workerId", said.content as text,
      u.bot_type is not null as "isBot",
      coalesce(w.person_id = u.person_id, false) or exists (select from bridge.driver_users d
        where d.organization_id = said.organization_id and d.user_id = said.sender_id) as "isByDriver"
    from ${SAID_OF_TASKS}
      join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.task_id
      left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
      join chat.users u on u.organization_id = said.organization_id and u.id = said.sender_id
    where said.organization_id = ${reader.organizationId} and said.id = any(${messageIds}::bigint[])
    order by said.id`);
}

/** Messages by their task: of each the newest that counts. */
export type NewestByTask = ReadonlyMap<string, number>;

/** Notes what drivers asked. */
export async function saveAsked(tx: Tx, newest: NewestByTask): Promise<void> {
  await tx.run(sql`
    insert into bridge.questions as q (organization_id, task_id, asked_id)
    select ${tx.organizationId}, asked.task_id, asked.message_id
    from unnest(${[...newest.keys()]}::text[], ${[...newest.values()]}::bigint[]) as asked (task_id, message_id)
    on conflict (organization_id, task_id) do update set asked_id = greatest(q.asked_id, excluded.asked_id)`);
}

/**
 * Notes that somebody has answered the tasks' drivers, or read what they wrote, up to a message. What a driver writes later is
 * open, whatever number was given.
 * @returns the number of tasks about which that is news
 */
export function saveSeen(tx: Tx, newest: NewestByTask): Promise<number> {
  return tx.run(sql`
    update bridge.questions q set seen_id = least(seen.message_id, q.asked_id)
    from unnest(${[...newest.keys()]}::text[], ${[...newest.values()]}::bigint[]) as seen (task_id, message_id)
    where q.organization_id = ${tx.organizationId} and q.task_id = seen.task_id
      and q.seen_id < least(seen.message_id, q.asked_id)`);
}

/** Returns in whose lists the tasks are. */
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
