import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { badRequest, noRight } from '../http/errors.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import { usersByIds } from '../users/access.ts';
import {
  canonicalGroupSetting,
  type GroupSettingRule,
  type GroupSettingValue,
  groupsIn,
  holdsGroupSetting,
  mayHold,
  membersIn,
} from './group-setting.ts';
import { completeGroupPermissions, type UserGroupPermission } from './permissions.ts';
import { presentUserGroup, type UserGroupObject } from './present.ts';
import {
  loadActiveGroups,
  loadGroupIdsOfUsers,
  loadGroupsUnder,
  loadMembersOfGroups,
  loadSystemGroups,
  loadUserGroups,
  type UserGroupRow,
} from './queries.ts';

export { loadGroupNames, loadPeopleUnder, loadUserGroups, type UserGroupRow } from './queries.ts';

const systemGroups = defineFact('system groups', ['chat.user_groups']);
const groupsOfUser = defineFact('groups of user', [
  ...['chat.realms', 'chat.user_group_members', 'chat.user_group_subgroups', 'chat.user_groups', 'chat.users'],
]);

const groupTexts = defineFact('user groups', [
  ...['chat.realms', 'chat.user_group_members', 'chat.user_group_subgroups', 'chat.user_groups', 'chat.users'],
]);

/** IDs of the organization's system groups, by name. */
export function systemGroupIds(facts: FactSource): Promise<Record<SystemGroupName, number>> {
  return facts.read(systemGroups, '', async (reader) => {
    const groups = await loadSystemGroups(reader);
    return Object.fromEntries(groups.map(({ name, id }) => [name, id])) as Record<SystemGroupName, number>;
  });
}

/**
 * Every group that a person is in: directly, through subgroups at any depth, and by role in the system groups.
 * Empty for deactivated people.
 */
export function groupIdsOfUser(facts: FactSource, userId: number): Promise<ReadonlySet<number>> {
  return facts.read(
    groupsOfUser,
    userId,
    async (reader) => new Set((await loadGroupIdsOfUsers(reader, [userId])).map(({ groupId }) => groupId)),
  );
}

/** `groupIdsOfUser` of many people, in one query. */
export async function groupIdsOfUsers(
  reader: Reader,
  userIds: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const groups = new Map<number, Set<number>>(userIds.map((id) => [id, new Set()]));
  for (const { userId, groupId } of await loadGroupIdsOfUsers(reader, userIds)) groups.get(userId)!.add(groupId);
  return groups;
}

/** The active people of each group, guests aside, through subgroups too, in one query. A group of nobody is left out. */
export async function membersOfGroups(
  reader: Reader,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (groupIds.length === 0) return new Map();
  const rows = await loadMembersOfGroups(reader, groupIds);
  return new Map(rows.map(({ groupId, userIds }) => [groupId, userIds]));
}

/** Whether a person holds the permission that `value` gives. Deactivated people hold none. */
export async function isInGroupSetting(
  facts: FactSource,
  caller: { userId: number },
  value: GroupSettingValue,
): Promise<boolean> {
  return holdsGroupSetting(await groupIdsOfUser(facts, caller.userId), caller.userId, value);
}

/**
 * Group-setting values as they are to be kept: people and groups must exist, groups must be in use.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkGroupSettings<Name extends string>(
  reader: Reader,
  values: Readonly<Partial<Record<Name, GroupSettingValue>>>,
  rules: Readonly<Record<Name, GroupSettingRule>>,
): Promise<Partial<Record<Name, GroupSettingValue>>> {
  const entries = (Object.entries(values) as [Name, GroupSettingValue][])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, canonicalGroupSetting(value)] as const);
  if (entries.length === 0) return {};
  const groupIds = new Set(entries.flatMap(([, value]) => groupsIn(value)));
  const userIds = new Set(entries.flatMap(([, value]) => membersIn(value)));
  const groups = new Map(
    (groupIds.size > 0 ? await loadActiveGroups(reader, [...groupIds]) : []).map((group) => [group.id, group]),
  );
  const users = userIds.size > 0 ? await usersByIds(reader, [...userIds]) : new Map();
  for (const [name, value] of entries) {
    if (rules[name].allowed && typeof value !== 'number') throw badRequest(`'${name}' must be a system user group.`);
    for (const id of groupsIn(value)) {
      const group = groups.get(id);
      if (!group) throw badRequest('Invalid user group');
      if (!mayHold(rules[name], group)) throw badRequest(`'${name}' setting cannot be set to '${group.name}' group.`);
    }
    for (const id of membersIn(value)) if (!users.get(id)?.isActive) throw badRequest(`Invalid user ID: ${id}`);
  }
  return Object.fromEntries(entries) as Partial<Record<Name, GroupSettingValue>>;
}

/** All groups of the organization on the wire, in a constant number of queries. */
export async function presentedUserGroups(
  reader: Reader,
  facts: FactSource,
  includeDeactivated: boolean,
): Promise<UserGroupObject[]> {
  const system = await systemGroupIds(facts);
  const groups = await loadUserGroups(reader);
  return groups
    .filter(({ deactivated }) => includeDeactivated || !deactivated)
    .map((group) => presentUserGroup(group, system));
}

/** All groups of the organization on the wire as JSON, made once for all who register until something of them changes. */
export function userGroupsAsJson(facts: FactSource, includeDeactivated: boolean): Promise<string> {
  return facts.read(groupTexts, String(includeDeactivated), async (reader) =>
    JSON.stringify(await presentedUserGroups(reader, facts, includeDeactivated)),
  );
}

/**
 * A group of the organization, deactivated ones too; system groups as well.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessGroup(reader: Reader, id: number): Promise<UserGroupRow> {
  const [group] = await loadUserGroups(reader, id);
  if (!group) throw badRequest('Invalid user group');
  return group;
}

/** Returns all permissions of a group, including defaults. */
export async function permissionsOfGroup(
  facts: FactSource,
  group: Pick<UserGroupRow, 'permissions'>,
): Promise<Record<UserGroupPermission, GroupSettingValue>> {
  return completeGroupPermissions(group.permissions, await systemGroupIds(facts));
}

/**
 * Refuses unless the caller holds one of the group's permissions, may manage it, or may manage all groups. Nobody
 * changes a system group.
 * @param manageAll the organization's `can_manage_all_groups`
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function authorizeGroupChange(
  facts: FactSource,
  caller: { organizationId: string; userId: number },
  manageAll: GroupSettingValue,
  group: Pick<UserGroupRow, 'permissions' | 'isSystemGroup'>,
  ...permissions: readonly UserGroupPermission[]
): Promise<void> {
  if (group.isSystemGroup) throw noRight('Insufficient permission');
  const values = await permissionsOfGroup(facts, group);
  for (const value of [manageAll, values.can_manage_group, ...permissions.map((name) => values[name])])
    if (await isInGroupSetting(facts, caller, value)) return;
  throw noRight('Insufficient permission');
}

/** Whether somebody is in a group: directly, or with `deep` through its subgroups. Deactivated people are in none. */
export async function isMemberOfGroup(
  reader: Reader,
  group: UserGroupRow,
  userId: number,
  deep: boolean,
): Promise<boolean> {
  if (group.members.includes(userId)) return true;
  if (!deep) return false;
  const held = (await loadGroupIdsOfUsers(reader, [userId])).map(({ groupId }) => groupId);
  // A deactivated group is nobody's, but its subgroups may be.
  return [group.id, ...group.subgroupIds].some((id) => held.includes(id));
}

/** The subgroups of a group: its own, or with `deep` those below them too. */
export async function subgroupIdsOfGroup(
  reader: Reader,
  group: UserGroupRow,
  deep: boolean,
): Promise<readonly number[]> {
  if (!deep) return group.subgroupIds;
  return (await loadGroupsUnder(reader, group.subgroupIds)).sort((a, b) => a - b);
}

/**
 * Groups that can be put into another one: there and in use.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkSubgroups(reader: Reader, ids: readonly number[]): Promise<void> {
  const known = new Set((await loadActiveGroups(reader, ids)).map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) throw badRequest(`Invalid user group ID: ${id}`);
}

/**
 * People who can be put into a group: there and active.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkMembers(reader: Reader, ids: readonly number[]): Promise<void> {
  const users = await usersByIds(reader, ids);
  for (const id of ids) if (!users.get(id)?.isActive) throw badRequest(`Invalid user ID: ${id}`);
}
