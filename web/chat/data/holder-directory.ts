import type { HolderDirectory } from '../../shared/group-setting/who.ts';
import { completePeople } from '../../store/chat/select/completion.ts';
import { chat } from './chat.ts';
import { nameOf } from './names.ts';

const MAX_FOUND = 8;

/** Groups and people that may hold permissions, as they are known now. */
export function holderDirectory(): HolderDirectory {
  const { state } = chat.value;
  return {
    groups: state.groups,
    nameOf,
    findPeople: (query) =>
      completePeople(state, query, { most: MAX_FOUND }).items.map(({ user_id: id, full_name: name }) => ({ id, name })),
  };
}
