import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** A command that waits to be carried out. */
export interface CommandRow {
  organizationId: string;
  messageId: number;
  taskId: string;
  senderId: number;
  content: string;
}

export async function insertCommand(tx: Tx, command: CommandRow): Promise<void> {
  await tx.run(sql`
    insert into bridge.commands (organization_id, message_id, task_id, sender_id, content)
    values (${command.organizationId}, ${command.messageId}, ${command.taskId}, ${command.senderId}, ${command.content})
    on conflict do nothing`);
}

/** The next commands, of whichever organization. */
export function nextCommands(
  reader: PlainReader,
  limit: number,
): Promise<{ organizationId: string; messageId: number }[]> {
  return reader.all(sql<{ organizationId: string; messageId: number }>`
    select organization_id as "organizationId", message_id as "messageId" from bridge.commands
    where organization_id in (select id from platform.open_organizations)
    order by message_id, organization_id limit ${limit}`);
}

/**
 * Takes a command from those that wait; undefined when somebody else had it. It waits for whoever has it: nobody goes on to a later
 * command meanwhile.
 */
export function takeCommand(tx: Tx, messageId: number): Promise<CommandRow | undefined> {
  return tx.first(sql<CommandRow>`
    delete from bridge.commands where organization_id = ${tx.organizationId} and message_id = ${messageId}
    returning organization_id as "organizationId", message_id as "messageId", task_id as "taskId",
      sender_id as "senderId", content`);
}

/** Workers of one of the given teams, or of any, whose name begins so, those with just this name first. */
export function workersCalled(
  reader: Reader,
  name: string,
  teams: readonly string[] | null,
): Promise<{ id: string; name: string; isExact: boolean }[]> {
  return reader.all(sql<{ id: string; name: string; isExact: boolean }>`
    select w.id, w.name, lower(w.name) = lower(${name}) or lower(coalesce(w.display_name, '')) = lower(${name}) as "isExact"
    from dispatch.workers w
    where w.organization_id = ${reader.organizationId}
      and (starts_with(lower(w.name), lower(${name})) or starts_with(lower(coalesce(w.display_name, '')), lower(${name})))
      and (${teams}::text[] is null or exists (
        select from dispatch.team_workers m
        where m.organization_id = w.organization_id and m.worker_id = w.id and m.team_id = any(${teams}::text[])))
    order by "isExact" desc, w.name, w.id limit 6`);
}

/** Returns a worker's last position; undefined if there is none since then. */
export function lastPosition(
  reader: Reader,
  workerId: string,
  since: Date,
): Promise<{ at: Date; lon: number; lat: number } | undefined> {
  return reader.first(sql<{ at: Date; lon: number; lat: number }>`
    select at, lon, lat from dispatch.worker_positions
    where organization_id = ${reader.organizationId} and worker_id = ${workerId} and at >= ${since}`);
}
