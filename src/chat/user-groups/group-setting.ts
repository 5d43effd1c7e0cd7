import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { badRequest } from '../http/errors.ts';
import { Id } from '../http/params.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';

/** Most people or groups that one setting names directly. */
const MAX_MEMBERS = 5000;

/** Holder of a permission: a group's ID, or people and groups named individually (spec: chat 1). */
export const GroupSettingValue = Type.Union([
  Id,
  Type.Object(
    {
      direct_members: Type.Array(Id, {
        maxItems: MAX_MEMBERS,
        description: 'IDs of the people who hold the permission by themselves.',
      }),
      direct_subgroups: Type.Array(Id, {
        maxItems: MAX_MEMBERS,
        description: 'IDs of the groups whose members hold the permission.',
      }),
    },
    { additionalProperties: false },
  ),
]);
export type GroupSettingValue = Static<typeof GroupSettingValue>;

/** A new value, and optionally the one it is to replace: whoever meets another changes nothing (spec: chat 4.4). */
export const GroupSettingUpdate = Type.Union([
  GroupSettingValue,
  Type.Object(
    {
      new: described(GroupSettingValue, 'New holders of the permission.'),
      old: Type.Optional(
        described(
          GroupSettingValue,
          'Holders that the caller expects. If others hold the permission by now, the request fails.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
]);

/**
 * The value that an update asks for.
 * @throws {ChatError} `BAD_REQUEST` when `current` is not what the update is to replace
 */
export function newGroupSetting(
  update: Static<typeof GroupSettingUpdate>,
  current: GroupSettingValue,
): GroupSettingValue {
  // client: the Python client sends plain values.
  if (typeof update !== 'object' || !('new' in update)) return update;
  if (update.old !== undefined && !sameGroupSetting(update.old, current))
    throw badRequest("'old' value does not match the expected value.");
  return update.new;
}

/** IDs of the groups that a value names. */
export function groupsIn(value: GroupSettingValue): readonly number[] {
  return typeof value === 'number' ? [value] : value.direct_subgroups;
}

/** IDs of the people that a value names one by one. */
export function membersIn(value: GroupSettingValue): readonly number[] {
  return typeof value === 'number' ? [] : value.direct_members;
}

/** The one form of equal values: a group alone is its ID, lists are sorted and without repeats. */
export function canonicalGroupSetting(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const members = sortedSet(value.direct_members);
  const subgroups = sortedSet(value.direct_subgroups);
  if (members.length === 0 && subgroups.length === 1) return subgroups[0]!;
  return { direct_members: members, direct_subgroups: subgroups };
}

export function sameGroupSetting(one: GroupSettingValue, other: GroupSettingValue): boolean {
  return JSON.stringify(canonicalGroupSetting(one)) === JSON.stringify(canonicalGroupSetting(other));
}

/** Whether a person in these groups holds the permission that `value` gives. */
export function holdsGroupSetting(groups: ReadonlySet<number>, userId: number, value: GroupSettingValue): boolean {
  if (typeof value === 'number') return groups.has(value);
  // Everyone active is in the system group of a role at least.
  if (value.direct_members.includes(userId)) return groups.size > 0;
  return value.direct_subgroups.some((group) => groups.has(group));
}

function sortedSet(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** The system groups that a kind of permission cannot be given to. */
export interface GroupSettingRule {
  forbidden: readonly SystemGroupName[];
  /** System groups that may hold it, if they are restricted. */
  allowed?: readonly SystemGroupName[];
}

/** Whether the permission can be given to a group. */
export function mayHold(
  { forbidden, allowed }: GroupSettingRule,
  group: { name: string; isSystemGroup: boolean },
): boolean {
  const isAmong = (names: readonly string[]) => group.isSystemGroup && names.includes(group.name);
  return !isAmong(forbidden) && (allowed === undefined || isAmong(allowed));
}
