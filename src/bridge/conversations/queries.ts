import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { TopicPlace } from './conversation.ts';

export interface ConversationRow {
  taskId: string;
  channelId: number;
  topic: string;
  anchorId: number | null;
  isDone: boolean;
  placeChannelId: number | null;
  placeTopic: string | null;
}

/** Tasks' topics. One where other messages come before its own first one, or that has another task's too, is nowhere. */
export function loadConversations(reader: Reader, taskIds: readonly string[]): Promise<ConversationRow[]> {
  return reader.all(sql<ConversationRow>`
    select c.task_id as "taskId", c.channel_id as "channelId", c.topic, c.anchor_id as "anchorId",
      c.is_done as "isDone", place.channel_id as "placeChannelId", place.topic as "placeTopic"
    from bridge.conversations c
      left join lateral (
        select m.channel_id, m.topic from chat.messages m
        where m.organization_id = c.organization_id and m.id = c.anchor_id and m.channel_id is not null
          and not exists (
            select from chat.messages other left join bridge.conversations begun
              on begun.organization_id = other.organization_id and begun.anchor_id = other.id
            where other.organization_id = m.organization_id and other.channel_id = m.channel_id
              and lower(other.topic) = lower(m.topic)
              and (other.id < m.id or other.id > m.id and begun.task_id is not null))) place on true
    where c.organization_id = ${reader.organizationId} and c.task_id = any(${taskIds}::text[])`);
}

/** The task in whose topic a message is; undefined: none's, or several. */
export async function loadTaskOfMessage(reader: Reader, messageId: number): Promise<string | undefined> {
  const rows = await reader.all(sql<{ taskId: string }>`
    select c.task_id as "taskId" from chat.messages said
      join chat.messages m on m.organization_id = said.organization_id and m.channel_id = said.channel_id
        and lower(m.topic) = lower(said.topic)
      join bridge.conversations c on c.organization_id = m.organization_id and c.anchor_id = m.id
    where said.organization_id = ${reader.organizationId} and said.id = ${messageId}
    limit 2`);
  return rows.length === 1 ? rows[0]!.taskId : undefined;
}

/** Whether a channel has a message under one of the names. */
export async function hasTopic(reader: Reader, channelId: number, topics: readonly string[]): Promise<boolean> {
  const row = await reader.first(sql`
    select from chat.messages
    where organization_id = ${reader.organizationId} and channel_id = ${channelId}
      and lower(topic) = any(select lower(name) from unnest(${topics}::text[]) as name)
    limit 1`);
  return row !== undefined;
}

/** The messages of a topic, oldest first. */
export async function loadIdsOfTopic(reader: Reader, { channelId, topic }: TopicPlace): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.messages
    where organization_id = ${reader.organizationId} and channel_id = ${channelId} and lower(topic) = lower(${topic})
    order by id`);
  return rows.map(({ id }) => id);
}

/** A topic that a task gets. */
export interface NewConversation extends TopicPlace {
  taskId: string;
  anchorId: number | null;
  isDone: boolean;
}

/** Gives tasks topics in the place of those that they had. */
export async function saveConversations(tx: Tx, conversations: readonly NewConversation[]): Promise<void> {
  await tx.run(sql`
    insert into bridge.conversations (organization_id, task_id, channel_id, topic, anchor_id, is_done)
    select ${tx.organizationId}, given."taskId", given."channelId", given.topic, given."anchorId", given."isDone"
    from jsonb_to_recordset(${JSON.stringify(conversations)}::jsonb)
      as given ("taskId" text, "channelId" bigint, topic text, "anchorId" bigint, "isDone" boolean)
    on conflict (organization_id, task_id) do update set
      channel_id = excluded.channel_id, topic = excluded.topic, anchor_id = excluded.anchor_id, is_done = excluded.is_done`);
}

/** Notes that tasks are done. */
export async function saveDone(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update bridge.conversations set is_done = true
    where organization_id = ${tx.organizationId} and task_id = any(${taskIds}::text[])`);
}

/** Channel for the tasks of these lists. */
export interface TaskChannelRow {
  /** Empty: the organization's. */
  teamId: string;
  channelId: number;
  opensEveryTask: boolean;
}

/** All of an organization; those of deleted teams are none any more. */
export function loadTaskChannels(reader: Reader): Promise<TaskChannelRow[]> {
  return reader.all(sql<TaskChannelRow>`
    select c.team_id as "teamId", c.channel_id as "channelId", c.opens_every_task as "opensEveryTask"
    from bridge.task_channels c
    where c.organization_id = ${reader.organizationId} and (c.team_id = '' or exists (
      select from dispatch.teams t where t.organization_id = c.organization_id and t.id = c.team_id))
    order by c.team_id`);
}

/** The teams in which workers are, in their order. */
export function loadTeamsOfWorkers(
  reader: Reader,
  workerIds: readonly string[],
): Promise<{ workerId: string; teamId: string }[]> {
  return reader.all(sql<{ workerId: string; teamId: string }>`
    select worker_id as "workerId", team_id as "teamId" from dispatch.team_workers
    where organization_id = ${reader.organizationId} and worker_id = any(${workerIds}::text[]) order by worker_id, team_id`);
}
