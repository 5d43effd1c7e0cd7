import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { badRequest } from '../http/errors.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import { usersByIds } from '../users/access.ts';
import { canonicalGroupSetting, type GroupSettingValue, holdsGroupSetting } from './group-setting.ts';
import { presentUserGroup, type UserGroupObject } from './present.ts';
import {
  loadActiveGroups,
  loadGroupIdsOfUsers,
  loadMembersOfGroups,
  loadSystemGroups,
  loadSystemGroupsOfUsers,
  loadUserGroups,
} from './queries.ts';

/** IDs of the organization's system groups, by name. */
export function systemGroupIds(facts: FactSource, organizationId: string): Promise<Record<SystemGroupName, number>> {
  return facts.read(organizationId, 'system groups', async (reader) => {
    const groups = await loadSystemGroups(reader, organizationId);
    return Object.fromEntries(groups.map(({ name, id }) => [name, id])) as Record<SystemGroupName, number>;
  });
}

/**
 * Every group that a person is in: directly, through subgroups at any depth, and by role in the system groups.
 * Empty for deactivated people.
 */
export function groupIdsOfUser(
  facts: FactSource,
  organizationId: string,
  userId: number,
): Promise<ReadonlySet<number>> {
  return facts.read(
    organizationId,
    `groups of ${userId}`,
    async (reader) =>
      new Set((await loadGroupIdsOfUsers(reader, organizationId, [userId])).map(({ groupId }) => groupId)),
  );
}

/** `groupIdsOfUser` of many people, in one query. */
export async function groupIdsOfUsers(
  reader: Reader,
  organizationId: string,
  userIds: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const groups = new Map<number, Set<number>>(userIds.map((id) => [id, new Set()]));
  for (const { userId, groupId } of await loadGroupIdsOfUsers(reader, organizationId, userIds))
    groups.get(userId)!.add(groupId);
  return groups;
}

/** The system group that each of the people is in by role, in one query; none for deactivated people. */
export async function systemGroupsOfUsers(
  reader: Reader,
  organizationId: string,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await loadSystemGroupsOfUsers(reader, organizationId, userIds);
  return new Map(rows.map(({ userId, groupId }) => [userId, groupId]));
}

/** The active people of each group, guests aside, through subgroups too, in one query. A group of nobody is left out. */
export async function membersOfGroups(
  reader: Reader,
  organizationId: string,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (groupIds.length === 0) return new Map();
  const rows = await loadMembersOfGroups(reader, organizationId, groupIds);
  return new Map(rows.map(({ groupId, userIds }) => [groupId, userIds]));
}

/** Whether a person holds the permission that `value` gives. Deactivated people hold none. */
export async function isInGroupSetting(
  facts: FactSource,
  organizationId: string,
  caller: { userId: number },
  value: GroupSettingValue,
): Promise<boolean> {
  return holdsGroupSetting(await groupIdsOfUser(facts, organizationId, caller.userId), caller.userId, value);
}

/** The system groups that a kind of permission cannot be given to. */
export interface GroupSettingRule {
  forbidden: readonly SystemGroupName[];
}

/**
 * Group-setting values as they are to be kept: people and groups must exist, groups must be in use.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkGroupSettings<Name extends string>(
  reader: Reader,
  organizationId: string,
  values: Readonly<Partial<Record<Name, GroupSettingValue>>>,
  rules: Readonly<Record<Name, GroupSettingRule>>,
): Promise<Partial<Record<Name, GroupSettingValue>>> {
  const entries = (Object.entries(values) as [Name, GroupSettingValue][])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, canonicalGroupSetting(value)] as const);
  if (entries.length === 0) return {};
  const groupIds = new Set(
    entries.flatMap(([, value]) => (typeof value === 'number' ? [value] : value.direct_subgroups)),
  );
  const userIds = new Set(entries.flatMap(([, value]) => (typeof value === 'number' ? [] : value.direct_members)));
  const groups = new Map(
    (groupIds.size > 0 ? await loadActiveGroups(reader, organizationId, [...groupIds]) : []).map((group) => [
      group.id,
      group,
    ]),
  );
  const users = userIds.size > 0 ? await usersByIds(reader, organizationId, [...userIds]) : new Map();
  for (const [name, value] of entries) {
    const named = typeof value === 'number' ? [value] : value.direct_subgroups;
    for (const id of named) {
      const group = groups.get(id);
      if (!group) throw badRequest('Invalid user group');
      if (group.isSystemGroup && (rules[name].forbidden as readonly string[]).includes(group.name))
        throw badRequest(`'${name}' setting cannot be set to '${group.name}' group.`);
    }
    if (typeof value === 'number') continue;
    for (const id of value.direct_members) {
      if (!users.get(id)?.isActive) throw badRequest(`Invalid user ID: ${id}`);
    }
  }
  return Object.fromEntries(entries) as Partial<Record<Name, GroupSettingValue>>;
}

/** All groups of the organization on the wire, in a constant number of queries. */
export async function presentedUserGroups(
  reader: Reader,
  facts: FactSource,
  organizationId: string,
  includeDeactivated: boolean,
): Promise<UserGroupObject[]> {
  const system = await systemGroupIds(facts, organizationId);
  const groups = await loadUserGroups(reader, organizationId);
  return groups
    .filter(({ deactivated }) => includeDeactivated || !deactivated)
    .map((group) => presentUserGroup(group, system));
}
