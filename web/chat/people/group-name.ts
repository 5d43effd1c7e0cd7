import type { UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { peopleWords as words } from './texts/index.ts';

/** Returns the name of a group; of one that stands for a role, in the reader's language. */
export function groupName({ name, is_system_group }: Pick<UserGroup, 'name' | 'is_system_group'>): string {
  const system: Readonly<Record<string, string | undefined>> = words.system;
  return (is_system_group && system[name]) || name;
}

/** Returns the name of a group by its ID; of one that is not known here, the ID. */
export function nameOfGroup(id: number): string {
  const group = chat.value.state.groups.get(id);
  return group ? groupName(group) : `#${id}`;
}

export const groupAddress = (id: number, part?: string): string => `/people/groups/${id}${part ? `/${part}` : ''}`;
