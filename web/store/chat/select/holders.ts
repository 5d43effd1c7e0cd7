import type { PermissionHolders } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';

/** True if a person holds a permission: as one of its people, or through a group or a group in it. */
export function isHolder(state: ChatState, holders: PermissionHolders, userId: number): boolean {
  if (typeof holders === 'number') return isMember(state, holders, userId, new Set());
  return (
    holders.direct_members.includes(userId) ||
    holders.direct_subgroups.some((id) => isMember(state, id, userId, new Set()))
  );
}

function isMember(state: ChatState, groupId: number, userId: number, seen: Set<number>): boolean {
  const group = state.groups.get(groupId);
  if (!group || seen.has(groupId)) return false;
  seen.add(groupId);
  return group.members.includes(userId) || group.direct_subgroup_ids.some((id) => isMember(state, id, userId, seen));
}

/** Returns the groups that a person is in, also through groups within groups. */
export function groupIdsOf(state: ChatState, userId: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const group of state.groups.values()) if (group.members.includes(userId)) found.add(group.id);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const group of state.groups.values())
      if (group.direct_subgroup_ids.some((id) => found.has(id))) found.add(group.id);
  }
  return found;
}

/** Returns all people of a group, also those of groups within it. */
export function membersOfGroup(state: ChatState, groupId: number): ReadonlySet<number> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const add = (id: number) => {
    const group = state.groups.get(id);
    if (!group || seen.has(id)) return;
    seen.add(id);
    for (const member of group.members) members.add(member);
    group.direct_subgroup_ids.forEach(add);
  };
  add(groupId);
  return members;
}
