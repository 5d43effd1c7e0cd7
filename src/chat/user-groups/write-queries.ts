import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { GroupSettingValue } from './group-setting.ts';
import type { UserGroupPermission } from './permissions.ts';

export interface NewUserGroup {
  name: string;
  description: string;
  creatorId: number;
  permissions: Partial<Record<UserGroupPermission, GroupSettingValue>>;
}

/** @returns its ID; undefined when the name is taken */
export async function insertGroup(tx: Tx, given: NewUserGroup): Promise<number | undefined> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.user_groups (organization_id, name, description, creator_id, date_created, permissions)
    values (${tx.organizationId}, ${given.name}, ${given.description}, ${given.creatorId}, ${tx.now},
      ${JSON.stringify(given.permissions)}::jsonb)
    on conflict (organization_id, lower(name)) do nothing returning id`);
  return row?.id;
}

/** Writes all that can change of a group itself. */
export async function updateGroup(
  tx: Tx,
  group: Omit<NewUserGroup, 'creatorId'> & { id: number; deactivated: boolean },
): Promise<void> {
  await tx.run(sql`
    update chat.user_groups set name = ${group.name}, description = ${group.description},
      permissions = ${JSON.stringify(group.permissions)}::jsonb, deactivated = ${group.deactivated}
    where organization_id = ${tx.organizationId} and id = ${group.id}`);
}

/** Whether another group has the name, in any case; deactivated ones keep theirs. */
export async function isGroupNameTaken(reader: Reader, name: string, exceptId: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.user_groups
    where organization_id = ${reader.organizationId} and lower(name) = lower(${name}) and id <> ${exceptId}`);
  return row !== undefined;
}

export async function insertMembers(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into chat.user_group_members (organization_id, group_id, user_id)
    select ${tx.organizationId}, ${groupId}, unnest(${ids}::bigint[]) on conflict do nothing`);
}

export async function deleteMembers(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete from chat.user_group_members
    where organization_id = ${tx.organizationId} and group_id = ${groupId} and user_id = any(${ids}::bigint[])`);
}

export async function insertSubgroups(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
    select ${tx.organizationId}, ${groupId}, unnest(${ids}::bigint[])`);
}

export async function deleteSubgroups(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete from chat.user_group_subgroups
    where organization_id = ${tx.organizationId} and group_id = ${groupId} and subgroup_id = any(${ids}::bigint[])`);
}

/**
 * Uses of a group that prevent its deactivation (spec: chat 3, `objections`): one entry for each channel, group or
 * organization.
 */
export type GroupObjection =
  | { type: 'subgroup'; supergroup_ids: number[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'channel'; channel_id: number; settings: string[] }
  | { type: 'realm'; settings: string[] };

/**
 * Groups in use that hold this one, and the permissions of other groups, channels and the organization that name it.
 * @param realmPermissions the settings of the organization that are permissions
 */
export async function loadGroupObjections(
  reader: Reader,
  id: number,
  realmPermissions: readonly string[],
): Promise<GroupObjection[]> {
  const { organizationId } = reader;

  const names = sql`(p.value = to_jsonb(${id}::bigint) or p.value->'direct_subgroups' @> to_jsonb(${id}::bigint))`;
  const rows = await reader.all(sql<{ objection: GroupObjection }>`
    select jsonb_build_object('type', 'subgroup', 'supergroup_ids', jsonb_agg(g.id order by g.id)) as objection
      from chat.user_group_subgroups s
        join chat.user_groups g on g.organization_id = s.organization_id and g.id = s.group_id
      where s.organization_id = ${organizationId} and s.subgroup_id = ${id} and not g.deactivated
      having count(*) > 0
    union all
    select jsonb_build_object('type', 'user_group', 'group_id', g.id, 'settings', jsonb_agg(p.key order by p.key))
      from chat.user_groups g cross join lateral jsonb_each(g.permissions) p
      where g.organization_id = ${organizationId} and g.id <> ${id} and not g.deactivated and ${names}
      group by g.id
    union all
    select jsonb_build_object('type', 'channel', 'channel_id', c.id, 'settings', jsonb_agg(p.key order by p.key))
      from chat.channels c cross join lateral jsonb_each(c.permissions) p
      where c.organization_id = ${organizationId} and ${names}
      group by c.id
    union all
    select jsonb_build_object('type', 'realm', 'settings', jsonb_agg(p.key order by p.key))
      from chat.realms r cross join lateral jsonb_each(r.settings) p
      where r.organization_id = ${organizationId} and p.key = any(${realmPermissions}::text[]) and ${names}
      having count(*) > 0`);
  return rows.map(({ objection }) => objection);
}
