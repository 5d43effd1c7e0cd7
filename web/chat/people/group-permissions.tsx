import { locale } from '../../shared/texts/index.ts';
import { GROUP_PERMISSIONS } from '../../store/chat/select/group-uses.ts';
import type { PermissionHolders, UserGroup } from '../../store/wire/chat.ts';
import { nameOf } from '../data/names.ts';
import { nameOfGroup } from './group-name.ts';
import { peopleWords as words } from './texts/index.ts';

const list = new Intl.ListFormat(locale, { type: 'conjunction' });
/** Names in a sentence; the others are counted. */
const MOST = 5;

/** Permissions of a group, in sentences. */
export function GroupPermissions({ group }: { group: UserGroup }) {
  return (
    <dl class="group-permissions">
      {GROUP_PERMISSIONS.map((name) => (
        <div key={name}>
          <dt>{words.permissions.of[name]}</dt>
          <dd dir="auto">{holdersInWords(group[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns who holds a permission: groups first, then people. */
function holdersInWords(holders: PermissionHolders): string {
  if (typeof holders === 'number') return nameOfGroup(holders);
  const names = [...holders.direct_subgroups.map(nameOfGroup), ...holders.direct_members.map(nameOf)];
  if (names.length === 0) return words.permissions.nobody;
  const others = names.length - MOST;
  if (others <= 0) return list.format(names);
  return list.format([...names.slice(0, MOST), words.permissions.others({ count: others })]);
}
