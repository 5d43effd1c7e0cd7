import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import type { GroupSettingRule, GroupSettingValue } from '../user-groups/group-setting.ts';
import { canonicalGroupSetting } from '../user-groups/group-setting.ts';
import { userGroupPermissions } from '../user-groups/permissions.ts';
import { chunksOf } from './chunks.ts';
import { insertGroupMembers, insertGroupSubgroups, insertGroups, updateGroupPermissions } from './directory-queries.ts';
import type { ImportedGroup, ImportedHolder } from './imported.ts';

/** IDs of people and groups that permissions may name. */
export interface Holders {
  people: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
  systemGroups: Readonly<Record<SystemGroupName, number>>;
}

/** Writes groups with their members and subgroups. */
export async function writeGroups(
  tx: Tx,
  groups: readonly ImportedGroup[],
  people: ReadonlyMap<string, number>,
): Promise<Holders> {
  const systemGroups = await systemGroupIds(uncachedFacts(tx));
  if (groups.length === 0) return { people, groups: new Map(), systemGroups };
  const rows = groups.map((group, n) => ({
    n,
    name: group.name,
    description: group.description,
    deactivated: group.isDeactivated,
    creator_id: group.creator === undefined ? null : (people.get(group.creator) ?? null),
    date_created: group.createdAt ?? null,
  }));
  const ids = new Map<string, number>();
  for (const some of chunksOf(rows))
    for (const { n, id } of await insertGroups(tx, some)) ids.set(groups[n]!.sourceId, id);
  const holders = { people, groups: ids, systemGroups };
  const members = groups.flatMap(({ sourceId, members: own }) =>
    own.flatMap((person) => pair(ids.get(sourceId), people.get(person))),
  );
  for (const some of chunksOf(members)) await insertGroupMembers(tx, some);
  const subgroups = groups.flatMap(({ sourceId, subgroups: own }) =>
    own.flatMap((each) => pair(ids.get(sourceId), groupIdOf(each, holders))),
  );
  for (const some of chunksOf(subgroups)) await insertGroupSubgroups(tx, some);
  const permissions = groups.map(({ sourceId, permissions: own }) => ({
    id: ids.get(sourceId)!,
    permissions: permissionsOf(own, userGroupPermissions, holders),
  }));
  for (const some of chunksOf(permissions)) await updateGroupPermissions(tx, some);
  return holders;
}

const pair = (groupId: number | undefined, id: number | undefined) =>
  groupId === undefined || id === undefined ? [] : [{ group_id: groupId, id }];

const groupIdOf = (
  group: string | { systemGroup: SystemGroupName },
  { groups, systemGroups }: Holders,
): number | undefined => (typeof group === 'string' ? groups.get(group) : systemGroups[group.systemGroup]);

/** Permissions as they are kept. What may not hold one here, or is not there, leaves it to its default. */
export function permissionsOf<Name extends string>(
  given: Partial<Record<Name, ImportedHolder>>,
  rules: Readonly<Record<Name, GroupSettingRule>>,
  holders: Holders,
): Partial<Record<Name, GroupSettingValue>> {
  const entries = (Object.entries(given) as [Name, ImportedHolder][]).flatMap(([name, holder]) => {
    const value = settingOf(holder, rules[name], holders);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<Name, GroupSettingValue>>;
}

function settingOf(holder: ImportedHolder, rule: GroupSettingRule, holders: Holders): GroupSettingValue | undefined {
  const mayHold = (name: SystemGroupName) => !rule.forbidden.includes(name);
  if ('systemGroup' in holder)
    return mayHold(holder.systemGroup) ? holders.systemGroups[holder.systemGroup] : undefined;
  if ('group' in holder) return holders.groups.get(holder.group);
  const groups = holder.groups.flatMap((each) =>
    typeof each === 'string' || mayHold(each.systemGroup) ? (groupIdOf(each, holders) ?? []) : [],
  );
  const people = holder.people.flatMap((person) => holders.people.get(person) ?? []);
  return canonicalGroupSetting({ direct_members: people, direct_subgroups: groups });
}
