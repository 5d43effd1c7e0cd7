import { useState } from 'preact/hooks';
import { Link, useLocation, useSearchParams } from 'wouter-preact';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FilterChip } from '../../shared/ui/chip.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { groupIdsOf, membersOfGroup } from '../../store/chat/select/holders.ts';
import { scoreOf, searchKey } from '../../store/chat/select/match.ts';
import { byName } from '../../store/chat/select/names.ts';
import type { UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { groupName } from '../data/group-name.ts';
import { LongList } from '../parts/long-list.tsx';
import { groupAddress } from './group-address.ts';
import { GroupDialog } from './group-dialog.tsx';
import { holdsRealm } from './rights.ts';
import { peopleWords as words } from './texts/index.ts';

const FILTERS = ['mine', 'roles', 'deactivated'] as const;
const ROW_REM = 3.5;

/** Groups of people: the organization's own, those that stand for roles, and those that are no longer used. */
export function GroupsList() {
  const [search, setSearch] = useSearchParams();
  const [, go] = useLocation();
  const [isMaking, setMaking] = useState(false);
  const { state } = chat.value;
  const query = search.get('q') ?? '';
  const only = FILTERS.find((each) => each === search.get('only'));
  const show = (q: string, filter: (typeof FILTERS)[number] | undefined) =>
    setSearch({ ...(q && { q }), ...(filter && { only: filter }) }, { replace: true });
  const own = groupIdsOf(state, state.ownUserId);
  const asked = searchKey(query).text;
  const groups = [...state.groups.values()]
    .filter(({ id, is_system_group, deactivated }) => {
      if (only === 'deactivated') return deactivated;
      return !deactivated && is_system_group === (only === 'roles') && (only !== 'mine' || own.has(id));
    })
    .filter((group) => scoreOf(searchKey(`${groupName(group)}\n${group.description}`), asked) !== undefined)
    .sort((one, other) => byName(groupName(one), groupName(other)));
  const mayMake = holdsRealm(state, 'realm_can_create_groups');
  const make = mayMake && (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {words.groups.make}
    </Button>
  );
  return (
    <>
      <div class="people-tools">
        <SearchField
          label={words.groups.search}
          value={query}
          onInput={(text) => show(text, only)}
          below=".person-link"
        />
        <div class="people-chips">
          {FILTERS.map((each) => (
            <FilterChip
              key={each}
              label={words.groups.filters[each]}
              pressed={only === each}
              onPress={() => show(query, only === each ? undefined : each)}
            />
          ))}
        </div>
        {groups.length > 0 && <span class="people-end">{make}</span>}
      </div>
      {groups.length === 0 ? (
        <Empty level={2} icon="users" {...(query || only ? words.groups.noMatch : words.groups.none)}>
          {query || only ? <Button onClick={() => show('', undefined)}>{words.groups.clear}</Button> : make}
        </Empty>
      ) : (
        <LongList
          label={words.tabs.groups}
          items={groups}
          idOf={({ id }) => String(id)}
          rowRem={ROW_REM}
          stops=".person-link"
          isBegun
          render={(group) => <GroupRow group={group} isOwn={own.has(group.id)} />}
        />
      )}
      {isMaking && <GroupDialog onDone={(id) => go(groupAddress(id))} onClose={() => setMaking(false)} />}
    </>
  );
}

function GroupRow({ group, isOwn }: { group: UserGroup; isOwn: boolean }) {
  const count = membersOfGroup(chat.value.state, group.id).size;
  return (
    <div class="person-row">
      <Link class="person-link" href={groupAddress(group.id)}>
        <span class="group-mark">
          <Icon name={group.is_system_group ? 'shield-check' : 'users'} />
        </span>
        <span class="person-text">
          <span class="person-name">
            <span dir="auto">{groupName(group)}</span>
          </span>
          <span class="person-note" dir="auto">
            {group.is_system_group ? words.groups.roleNote : group.description}
          </span>
        </span>
        <span class="person-marks">
          {isOwn && !group.is_system_group && (
            <Badge kind="accent" icon="check">
              {words.groups.youAreIn}
            </Badge>
          )}
          <span class="person-role">{words.count({ count })}</span>
        </span>
      </Link>
    </div>
  );
}
