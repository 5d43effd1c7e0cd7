import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { badRequest } from '../http/errors.ts';
import { Id, json, withDefault } from '../http/params.ts';
import { authorizeGroupChange, checkMembers, checkSubgroups, loadPeopleUnder, type UserGroupRow } from './access.ts';
import type { MembershipChanges } from './actions.ts';
import type { GroupSettingValue } from './group-setting.ts';

/** People that one request puts into a group or takes out of it. */
const MAX_PEOPLE = 10_000;
const MAX_GROUPS = 1000;

export const memberList = (description: string) =>
  withDefault(json(Type.Array(Id, { maxItems: MAX_PEOPLE, description })), []);
export const subgroupList = (description: string) =>
  withDefault(json(Type.Array(Id, { maxItems: MAX_GROUPS, description })), []);

/** Lists of a request as changes: each ID once. */
export function changesOf(add: readonly number[], remove: readonly number[]): MembershipChanges {
  return { add: [...new Set(add)], remove: [...new Set(remove)] };
}

/**
 * Checks that the caller may change who is in a group, a deactivated one too (API changelog, level 391). Whoever concerns themselves alone needs only the
 * permission to join or to leave.
 * @param manageAll the organization's `can_manage_all_groups`
 * @returns the people whose membership in any group may change, through subgroups too
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkMembershipChanges(
  tx: Tx,
  facts: FactSource,
  caller: { organizationId: string; userId: number },
  manageAll: GroupSettingValue,
  group: UserGroupRow,
  { members, subgroups }: { members: MembershipChanges; subgroups: MembershipChanges },
): Promise<number[]> {
  const lists = [members.add, members.remove, subgroups.add, subgroups.remove];
  if (lists.every((list) => list.length === 0))
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
  const { userId } = caller;
  const isOwnAlone = (ids: readonly number[]) => ids.every((id) => id === userId);
  if (members.add.length + subgroups.add.length > 0) {
    const joins = subgroups.add.length === 0 && isOwnAlone(members.add) ? (['can_join_group'] as const) : [];
    await authorizeGroupChange(facts, caller, manageAll, group, 'can_add_members_group', ...joins);
  }
  if (members.remove.length + subgroups.remove.length > 0) {
    const leaves = subgroups.remove.length === 0 && isOwnAlone(members.remove) ? (['can_leave_group'] as const) : [];
    await authorizeGroupChange(facts, caller, manageAll, group, 'can_remove_members_group', ...leaves);
  }
  await checkMembers(tx, members.add);
  await checkSubgroups(tx, subgroups.add);
  const below = await loadPeopleUnder(tx, [...subgroups.add, ...subgroups.remove]);
  return [...new Set([...members.add, ...members.remove, ...below])];
}
