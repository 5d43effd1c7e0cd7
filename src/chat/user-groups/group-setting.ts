import { type Static, Type } from 'typebox';
import { Id } from '../http/params.ts';

/** Most people or groups that one setting names directly. */
const MAX_MEMBERS = 5000;

/** Who holds a permission: a group's ID, or people and groups named one by one (spec: chat 1). */
export const GroupSettingValue = Type.Union([
  Id,
  Type.Object(
    {
      direct_members: Type.Array(Id, { maxItems: MAX_MEMBERS }),
      direct_subgroups: Type.Array(Id, { maxItems: MAX_MEMBERS }),
    },
    { additionalProperties: false },
  ),
]);
export type GroupSettingValue = Static<typeof GroupSettingValue>;

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
