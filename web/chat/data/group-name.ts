import { groupSettingWords as words } from '../../shared/group-setting/texts/index.ts';
import type { UserGroup } from '../../store/wire/chat.ts';
import { chat } from './chat.ts';

/** Names of groups that stand for roles, in the reader's language. */
const ROLES: Readonly<Record<string, string | undefined>> = { ...words.roles, 'role:nobody': words.nobody };

/** Returns the name of a group; of one that stands for a role, in the reader's language. */
export function groupName({ name, is_system_group }: Pick<UserGroup, 'name' | 'is_system_group'>): string {
  return (is_system_group && ROLES[name]) || name;
}

/** Returns the name of a group by its ID; of one that is not known here, the ID. */
export function nameOfGroup(id: number): string {
  const group = chat.value.state.groups.get(id);
  return group ? groupName(group) : `#${id}`;
}
