import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { GroupSettingValue } from './group-setting.ts';
import type { UserGroupPermission } from './permissions.ts';

export function loadSystemGroups(reader: Reader): Promise<{ id: number; name: string }[]> {
  return reader.all(sql<{ id: number; name: string }>`
    select id, name from chat.user_groups where organization_id = ${reader.organizationId} and is_system_group`);
}

/** Active people, each with the narrowest system group that they are in by role. */
function peopleByRole(organizationId: string, condition: Sql): Sql {
  return sql`
    select u.id, case
        when u.role = 100 then 'role:owners'
        when u.role = 200 then 'role:administrators'
        when u.role = 300 then 'role:moderators'
        when u.role = 600 then 'role:everyone'
        -- Without a waiting period nobody waits, whatever the clocks say.
        when coalesce((r.settings->>'waiting_period_threshold')::int, 0) = 0
          or u.date_joined <= r.full_members_joined_by
          then 'role:fullmembers'
        else 'role:members'
      end as system_group
    from chat.users u join chat.realms r on r.organization_id = u.organization_id
    where u.organization_id = ${organizationId} and u.is_active and ${condition}`;
}

/**
 * The groups that people are in, also through subgroups; none for deactivated and unknown people.
 * One statement however many people.
 */
export function loadGroupIdsOfUsers(
  reader: Reader,
  userIds: readonly number[],
): Promise<{ userId: number; groupId: number }[]> {
  const { organizationId } = reader;

  // Deactivated groups hold nobody, so the way up ends at them.
  return reader.all(sql<{ userId: number; groupId: number }>`
    with recursive people as (${peopleByRole(organizationId, sql`u.id = any(${userIds}::bigint[])`)}),
    containing (user_id, id) as (
      (select p.id, g.id
      from people p join chat.user_groups g
        on g.organization_id = ${organizationId} and g.is_system_group and g.name = p.system_group
      union all
      select p.id, g.id
      from people p
        join chat.user_group_members m on m.organization_id = ${organizationId} and m.user_id = p.id
        join chat.user_groups g on g.organization_id = ${organizationId} and g.id = m.group_id and not g.deactivated)
      union
      select c.user_id, g.id
      from containing c
        join chat.user_group_subgroups s on s.organization_id = ${organizationId} and s.subgroup_id = c.id
        join chat.user_groups g on g.organization_id = ${organizationId} and g.id = s.group_id and not g.deactivated
    )
    select user_id as "userId", id as "groupId" from containing`);
}

/** The groups that each of the people is in directly: by role, and as a member. None for deactivated and unknown people. */
export function loadDirectGroupsOfUsers(
  reader: Reader,
  userIds: readonly number[],
): Promise<{ userId: number; groupId: number; deactivated: boolean }[]> {
  const { organizationId } = reader;

  return reader.all(sql<{ userId: number; groupId: number; deactivated: boolean }>`
    with people as (${peopleByRole(organizationId, sql`u.id = any(${userIds}::bigint[])`)})
    select p.id as "userId", g.id as "groupId", g.deactivated
    from people p join chat.user_groups g
      on g.organization_id = ${organizationId} and g.is_system_group and g.name = p.system_group
    union all
    select p.id, g.id, g.deactivated
    from people p
      join chat.user_group_members m on m.organization_id = ${organizationId} and m.user_id = p.id
      join chat.user_groups g on g.organization_id = ${organizationId} and g.id = m.group_id`);
}

/** The active people of each group, through subgroups too; guests and groups of nobody are left out. */
export function loadMembersOfGroups(
  reader: Reader,
  groupIds: readonly number[],
): Promise<{ groupId: number; userIds: number[] }[]> {
  const { organizationId } = reader;

  return reader.all(sql<{ groupId: number; userIds: number[] }>`
    with recursive contained (top_id, id) as (
      select g.id, g.id from chat.user_groups g
      where g.organization_id = ${organizationId} and g.id = any(${groupIds}::bigint[]) and not g.deactivated
      union
      select c.top_id, g.id
      from contained c
        join chat.user_group_subgroups s on s.organization_id = ${organizationId} and s.group_id = c.id
        join chat.user_groups g on g.organization_id = ${organizationId} and g.id = s.subgroup_id and not g.deactivated),
    people as (${peopleByRole(organizationId, sql`u.role <> 600`)}),
    held as (
      select c.top_id, p.id
      from contained c
        join chat.user_groups g on g.organization_id = ${organizationId} and g.id = c.id and g.is_system_group
        join people p on p.system_group = g.name
      union
      select c.top_id, p.id
      from contained c
        join chat.user_group_members m on m.organization_id = ${organizationId} and m.group_id = c.id
        join people p on p.id = m.user_id)
    select top_id as "groupId", array_agg(id order by id) as "userIds" from held group by top_id`);
}

/** The active people of groups, whatever the state of these, and of the subgroups in use below them; guests too. */
export async function loadPeopleUnder(reader: Reader, groupIds: readonly number[]): Promise<number[]> {
  const { organizationId } = reader;

  const rows = await reader.all(sql<{ id: number }>`
    with recursive contained (id) as (
      select g.id from chat.user_groups g
      where g.organization_id = ${organizationId} and g.id = any(${groupIds}::bigint[])
      union
      select g.id
      from contained c
        join chat.user_group_subgroups s on s.organization_id = ${organizationId} and s.group_id = c.id
        join chat.user_groups g on g.organization_id = ${organizationId} and g.id = s.subgroup_id and not g.deactivated),
    people as (${peopleByRole(organizationId, sql`true`)})
    select p.id
    from contained c
      join chat.user_groups g on g.organization_id = ${organizationId} and g.id = c.id and g.is_system_group
      join people p on p.system_group = g.name
    union
    select u.id
    from contained c
      join chat.user_group_members m on m.organization_id = ${organizationId} and m.group_id = c.id
      join chat.users u on u.organization_id = ${organizationId} and u.id = m.user_id and u.is_active
    order by 1`);
  return rows.map(({ id }) => id);
}

/** The groups given and all below them, deactivated ones too. */
export async function loadGroupsUnder(reader: Reader, groupIds: readonly number[]): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    with recursive contained (id) as (
      select unnest(${groupIds}::bigint[])
      union
      select s.subgroup_id
      from contained c
        join chat.user_group_subgroups s on s.organization_id = ${reader.organizationId} and s.group_id = c.id)
    select id from contained`);
  return rows.map(({ id }) => id);
}

/** Returns the given groups that exist and are active. */
export function loadActiveGroups(
  reader: Reader,
  groupIds: readonly number[],
): Promise<{ id: number; name: string; isSystemGroup: boolean }[]> {
  return reader.all(sql<{ id: number; name: string; isSystemGroup: boolean }>`
    select id, name, is_system_group as "isSystemGroup" from chat.user_groups
    where organization_id = ${reader.organizationId} and not deactivated and id = any(${groupIds}::bigint[])`);
}

export interface UserGroupRow {
  id: number;
  name: string;
  description: string;
  creatorId: number | null;
  dateCreated: Date | null;
  isSystemGroup: boolean;
  deactivated: boolean;
  /** Permissions that are set; the others have their default. */
  permissions: Partial<Record<UserGroupPermission, GroupSettingValue>>;
  /** Direct ones. */
  members: number[];
  subgroupIds: number[];
}

/** Every group, or the one of an ID, with its direct members of active people; those of a system group follow from their role. */
export function loadUserGroups(reader: Reader, id: number | null = null): Promise<UserGroupRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<UserGroupRow>`
    with people as (${peopleByRole(organizationId, sql`true`)}),
    by_role as (select system_group, array_agg(id order by id) as ids from people group by system_group),
    by_group as (
      select m.group_id, array_agg(m.user_id order by m.user_id) as ids
      from chat.user_group_members m
        join chat.users u on u.organization_id = m.organization_id and u.id = m.user_id and u.is_active
      where m.organization_id = ${organizationId} and (${id}::bigint is null or m.group_id = ${id}) group by m.group_id),
    below as (
      select group_id, array_agg(subgroup_id order by subgroup_id) as ids from chat.user_group_subgroups
      where organization_id = ${organizationId} and (${id}::bigint is null or group_id = ${id}) group by group_id)
    select g.id, g.name, g.description, g.creator_id as "creatorId", g.date_created as "dateCreated",
      g.is_system_group as "isSystemGroup", g.deactivated, g.permissions,
      coalesce(case when g.is_system_group then by_role.ids else by_group.ids end, '{}') as members,
      coalesce(below.ids, '{}') as "subgroupIds"
    from chat.user_groups g
      left join by_role on by_role.system_group = g.name
      left join by_group on by_group.group_id = g.id
      left join below on below.group_id = g.id
    where g.organization_id = ${organizationId} and (${id}::bigint is null or g.id = ${id}) order by g.id`);
}

/** Groups by role from the widest to the narrowest, each with the next one as its subgroup; nobody is in the last. */
export async function insertSystemGroups(
  tx: Tx,
  groups: readonly { name: string; description: string }[],
): Promise<void> {
  const { organizationId } = tx;

  const wanted = groups.map(({ name, description }, index) => ({ name, description, index }));
  await tx.run(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (name text, description text, index int)),
    created as (
      insert into chat.user_groups (organization_id, name, description, is_system_group, date_created)
      select ${organizationId}, name, description, true, ${tx.now}::timestamptz from wanted order by index
      returning id, name)
    insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
    select ${organizationId}, wide.id, narrow.id
    from wanted w
      join wanted n on n.index = w.index + 1 and n.name <> 'role:nobody'
      join created wide on wide.name = w.name
      join created narrow on narrow.name = n.name`);
}

/** Returns the names of groups in the order of their IDs. */
export function loadGroupNames(reader: Reader, ids: readonly number[]): Promise<{ name: string; isSystem: boolean }[]> {
  return reader.all(sql<{ name: string; isSystem: boolean }>`
    select name, is_system_group as "isSystem" from chat.user_groups
    where organization_id = ${reader.organizationId} and id = any(${ids}::bigint[]) order by id`);
}
