import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { TaskChannelRow } from '../conversations/access.ts';

export async function saveTaskChannel(tx: Tx, row: TaskChannelRow): Promise<void> {
  await tx.run(sql`
    insert into bridge.task_channels (organization_id, team_id, channel_id, opens_every_task)
    values (${tx.organizationId}, ${row.teamId}, ${row.channelId}, ${row.opensEveryTask})
    on conflict (organization_id, team_id) do update set
      channel_id = excluded.channel_id, opens_every_task = excluded.opens_every_task`);
}

export async function deleteTaskChannel(tx: Tx, teamId: string): Promise<void> {
  await tx.run(sql`
    delete from bridge.task_channels where organization_id = ${tx.organizationId} and team_id = ${teamId}`);
}

/** Chat users who dispatch the tasks of a team, or (empty) all tasks; guests see only what somebody gives them. */
export async function loadDispatchers(reader: Reader, teamId: string): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select u.id from dispatch.administrators a
      join chat.users u on u.organization_id = a.organization_id and u.person_id = a.person_id
    where a.organization_id = ${reader.organizationId} and a.is_active and u.is_active and u.role <> 600
      and (a.type = 'super'
        or not exists (select from dispatch.team_managers m
          where m.organization_id = a.organization_id and m.administrator_id = a.id)
        or exists (select from dispatch.team_managers m
          where m.organization_id = a.organization_id and m.administrator_id = a.id and m.team_id = ${teamId}))
    order by u.id`);
  return rows.map(({ id }) => id);
}

/** The chat user who an administrator is; null: none. */
export async function loadUserOfAdministrator(reader: Reader, administratorId: string): Promise<number | null> {
  const row = await reader.first(sql<{ id: number }>`
    select u.id from dispatch.administrators a
      join chat.users u on u.organization_id = a.organization_id and u.person_id = a.person_id
    where a.organization_id = ${reader.organizationId} and a.id = ${administratorId} and u.is_active`);
  return row?.id ?? null;
}
