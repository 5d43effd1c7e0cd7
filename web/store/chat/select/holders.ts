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
