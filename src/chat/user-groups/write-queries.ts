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
export async function insertGroup(tx: Tx, organizationId: string, given: NewUserGroup): Promise<number | undefined> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.user_groups (organization_id, name, description, creator_id, date_created, permissions)
    values (${organizationId}, ${given.name}, ${given.description}, ${given.creatorId}, ${tx.now},
      ${JSON.stringify(given.permissions)}::jsonb)
    on conflict (organization_id, lower(name)) do nothing returning id`);
  return row?.id;
}

/** Writes all that can change of a group itself. */
export async function updateGroup(
  tx: Tx,
  organizationId: string,
  group: Omit<NewUserGroup, 'creatorId'> & { id: number; deactivated: boolean },
): Promise<void> {
  await tx.run(sql`
    update chat.user_groups set name = ${group.name}, description = ${group.description},
      permissions = ${JSON.stringify(group.permissions)}::jsonb, deactivated = ${group.deactivated}
    where organization_id = ${organizationId} and id = ${group.id}`);
}

/** Whether another group has the name, in any case; deactivated ones keep theirs. */
export async function isGroupNameTaken(
  reader: Reader,
  organizationId: string,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.user_groups
    where organization_id = ${organizationId} and lower(name) = lower(${name}) and id <> ${exceptId}`);
  return row !== undefined;
}

export async function insertMembers(
  tx: Tx,
  organizationId: string,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.user_group_members (organization_id, group_id, user_id)
    select ${organizationId}, ${groupId}, unnest(${ids}::bigint[]) on conflict do nothing`);
}

export async function deleteMembers(
  tx: Tx,
  organizationId: string,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`
    delete from chat.user_group_members
    where organization_id = ${organizationId} and group_id = ${groupId} and user_id = any(${ids}::bigint[])`);
}

export async function insertSubgroups(
  tx: Tx,
  organizationId: string,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
    select ${organizationId}, ${groupId}, unnest(${ids}::bigint[])`);
}

export async function deleteSubgroups(
  tx: Tx,
  organizationId: string,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.run(sql`
    delete from chat.user_group_subgroups
    where organization_id = ${organizationId} and group_id = ${groupId} and subgroup_id = any(${ids}::bigint[])`);
}

/**
 * Whether a group in use holds this one, or a permission of another group, a channel or the organization names it.
 * @param realmPermissions the settings of the organization that are permissions
 */
export async function isGroupInUse(
  reader: Reader,
  organizationId: string,
  id: number,
  realmPermissions: readonly string[],
): Promise<boolean> {
  const names = sql`(p.value = to_jsonb(${id}::bigint) or p.value->'direct_subgroups' @> to_jsonb(${id}::bigint))`;
  const row = await reader.first(sql`
    select 1 where exists (
      select from chat.user_group_subgroups s
        join chat.user_groups g on g.organization_id = s.organization_id and g.id = s.group_id
      where s.organization_id = ${organizationId} and s.subgroup_id = ${id} and not g.deactivated)
    or exists (
      select from chat.user_groups g cross join lateral jsonb_each(g.permissions) p
      where g.organization_id = ${organizationId} and g.id <> ${id} and not g.deactivated and ${names})
    or exists (
      select from chat.channels c cross join lateral jsonb_each(c.permissions) p
      where c.organization_id = ${organizationId} and ${names})
    or exists (
      select from chat.realms r cross join lateral jsonb_each(r.settings) p
      where r.organization_id = ${organizationId} and p.key = any(${realmPermissions}::text[]) and ${names})`);
  return row !== undefined;
}
