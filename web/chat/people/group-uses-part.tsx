import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { locale } from '../../shared/texts/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { type GroupUses, isUsed } from '../../store/chat/select/group-uses.ts';
import { addressOf } from '../addresses.ts';
import { groupName, nameOfGroup } from '../data/group-name.ts';
import { channelName } from '../data/names.ts';
import { groupAddress } from './group-address.ts';
import { peopleWords as words } from './texts/index.ts';

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** List of a group's uses: groups that it is in, and what it permits its people to do. */
export function GroupUsesPart({ uses }: { uses: GroupUses }) {
  const { permissions } = words;
  if (!isUsed(uses)) return <p class="quiet-words">{words.groups.uses.none}</p>;
  return (
    <ul class="group-uses">
      {uses.parents.map((group) => (
        <Use key={`parent ${group.id}`} icon="users" href={groupAddress(group.id)} name={groupName(group)}>
          {words.groups.uses.partOf}
        </Use>
      ))}
      {uses.realm.length > 0 && (
        <Use icon="building-2" name={words.groups.uses.organization}>
          {mayDo(permissions.realm, uses.realm)}
        </Use>
      )}
      {uses.channels.map(({ channelId, permissions: names }) => (
        <Use
          key={`channel ${channelId}`}
          icon="hash"
          name={channelName(channelId)}
          href={addressOf({ kind: 'channel', channelId }, { channelName: channelName(channelId) })}
        >
          {mayDo(permissions.channel, names)}
        </Use>
      ))}
      {uses.groups.map(({ groupId, permissions: names }) => (
        <Use
          key={`group ${groupId}`}
          icon="users"
          href={groupAddress(groupId, 'permissions')}
          name={nameOfGroup(groupId)}
        >
          {mayDo(permissions.group, names)}
        </Use>
      ))}
    </ul>
  );
}

/** @param names of a newer server, some may have no words */
function mayDo(phrases: Readonly<Record<string, string | undefined>>, names: readonly string[]): string {
  return words.permissions.may({ what: list.format(names.map((name) => phrases[name] ?? name)) });
}

interface UseProps {
  icon: IconName;
  name: string;
  href?: string;
  children: ComponentChildren;
}

function Use({ icon, name, href, children }: UseProps) {
  return (
    <li>
      <Icon name={icon} />
      <span class="person-text">
        {href === undefined ? (
          <strong>{name}</strong>
        ) : (
          <Link href={href} dir="auto">
            {name}
          </Link>
        )}
        <span class="quiet-words">{children}</span>
      </span>
    </li>
  );
}
