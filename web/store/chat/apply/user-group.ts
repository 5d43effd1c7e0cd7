import type { UserGroup } from '../../wire/chat.ts';
import type { ChatState, Reducer } from '../state.ts';

type Event =
  | { op: 'add'; group: UserGroup }
  | { op: 'remove'; group_id: number }
  | { op: 'update'; group_id: number; data: Partial<UserGroup> }
  | { op: 'add_members' | 'remove_members'; group_id: number; user_ids: number[] }
  | { op: 'add_subgroups' | 'remove_subgroups'; group_id: number; direct_subgroup_ids: number[] };

export const applyUserGroup: Reducer<Event> = (state, event) => {
  switch (event.op) {
    case 'add':
      state.groups.set(event.group.id, event.group);
      return;
    case 'remove':
      state.groups.delete(event.group_id);
      return;
    case 'update':
      return change(state, event.group_id, () => event.data);
    case 'add_members':
    case 'remove_members':
      return change(state, event.group_id, ({ members }) => ({
        members: combined(members, event.user_ids, event.op === 'add_members'),
      }));
    default:
      return change(state, event.group_id, ({ direct_subgroup_ids }) => ({
        direct_subgroup_ids: combined(direct_subgroup_ids, event.direct_subgroup_ids, event.op === 'add_subgroups'),
      }));
  }
};

function change(state: ChatState, id: number, changes: (group: UserGroup) => Partial<UserGroup>): void {
  const group = state.groups.get(id);
  if (group) state.groups.set(id, { ...group, ...changes(group) });
}

function combined(before: readonly number[], ids: readonly number[], isAdded: boolean): number[] {
  const others = before.filter((id) => !ids.includes(id));
  return isAdded ? [...others, ...ids] : others;
}
