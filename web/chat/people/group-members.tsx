import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { type Choice, ChooseMany } from '../../shared/ui/choose-many.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { membersOfGroup } from '../../store/chat/select/holders.ts';
import { byName } from '../../store/chat/select/names.ts';
import type { User, UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { groupName, nameOfGroup } from '../data/group-name.ts';
import { refuse } from '../data/refuse.ts';
import { LongList } from '../parts/long-list.tsx';
import { DirectoryRow } from './directory-row.tsx';
import { findMembers, idsOf } from './find-members.ts';
import { groupAddress } from './group-address.ts';
import { mayAddTo, mayRemoveFrom } from './rights.ts';
import { peopleWords as words } from './texts/index.ts';

const ROW_REM = 3.5;

/** A member of a group: a person, or another group with all its people. */
type Member = { kind: 'user'; id: number; user: User } | { kind: 'group'; id: number; group: UserGroup };

/** List of a group's members: by themselves, or also through the groups in it. */
export function GroupMembers({ group }: { group: UserGroup }) {
  const [isDeep, setDeep] = useState(false);
  const { state } = chat.value;
  const { members, direct_subgroup_ids: subgroups } = group;
  const userIds = isDeep ? [...membersOfGroup(state, group.id)] : members;
  const users = userIds
    .flatMap((id) => state.users.get(id) ?? [])
    .sort((one, other) => byName(one.full_name, other.full_name));
  const rows: Member[] = [
    ...(isDeep ? [] : subgroups)
      .flatMap((id) => state.groups.get(id) ?? [])
      .sort((one, other) => byName(groupName(one), groupName(other)))
      .map((each): Member => ({ kind: 'group', id: each.id, group: each })),
    ...users.map((user): Member => ({ kind: 'user', id: user.user_id, user })),
  ];
  const direct = new Set(members);
  const mayRemove = mayRemoveFrom(state, group);
  const remove = ({ kind, id }: Member) =>
    request(`/api/v1/user_groups/${group.id}/members`, {
      method: 'POST',
      form: kind === 'user' ? { delete: [id] } : { delete_subgroups: [id] },
    }).catch((error: Error) => refuse(error));
  return (
    <div class="group-members">
      {!group.deactivated && mayAddTo(state, group) && <AddMembers group={group} />}
      {subgroups.length > 0 && (
        <Segmented
          label={words.groups.which}
          value={isDeep ? 'all' : 'direct'}
          onChange={(value) => setDeep(value === 'all')}
          options={[
            { value: 'direct', label: words.groups.direct },
            { value: 'all', label: words.groups.everybody({ count: membersOfGroup(state, group.id).size }) },
          ]}
        />
      )}
      {rows.length === 0 ? (
        <p class="quiet-words">{words.groups.empty}</p>
      ) : (
        <LongList
          label={words.groups.members}
          items={rows}
          idOf={({ kind, id }) => `${kind} ${id}`}
          rowRem={ROW_REM}
          stops=".person-link"
          render={(member) => {
            const isDirect = member.kind === 'group' || direct.has(member.id);
            const name = member.kind === 'group' ? groupName(member.group) : member.user.full_name;
            const button = mayRemove && isDirect && (
              <IconButton icon="x" label={words.groups.remove({ name })} onClick={() => void remove(member)} />
            );
            return member.kind === 'group' ? (
              <SubgroupRow group={member.group}>{button}</SubgroupRow>
            ) : (
              <DirectoryRow user={member.user} note={isDirect ? undefined : through(group, member.id)}>
                {button}
              </DirectoryRow>
            );
          }}
        />
      )}
    </div>
  );
}

/** Returns through which of the group's own subgroups somebody is in it. */
function through(group: UserGroup, userId: number): string {
  const { state } = chat.value;
  const names = group.direct_subgroup_ids.filter((id) => membersOfGroup(state, id).has(userId)).map(nameOfGroup);
  return words.groups.through({ groups: names.join(', ') });
}

function SubgroupRow({ group, children }: { group: UserGroup; children: false | preact.VNode }) {
  return (
    <div class="person-row">
      <Link class="person-link" href={groupAddress(group.id)}>
        <span class="group-mark">
          <Icon name="users" />
        </span>
        <span class="person-text">
          <span class="person-name">
            <span dir="auto">{groupName(group)}</span>
          </span>
          <span class="person-note">{words.count({ count: membersOfGroup(chat.value.state, group.id).size })}</span>
        </span>
      </Link>
      {children}
    </div>
  );
}

function AddMembers({ group }: { group: UserGroup }) {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v1/user_groups/${group.id}/members`, {
      method: 'POST',
      form: { add: idsOf(chosen, 'user'), add_subgroups: idsOf(chosen, 'group') },
    });
    setChosen([]);
  });
  const isLeftOut = (kind: 'user' | 'group', id: number) =>
    kind === 'user'
      ? group.members.includes(id)
      : id === group.id ||
        group.direct_subgroup_ids.includes(id) ||
        // It would be in itself.
        isWithin(group.id, id);
  return (
    <form
      class="group-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && chosen.length > 0) void run();
      }}
    >
      <ChooseMany label={words.groups.add} chosen={chosen} find={findMembers(isLeftOut)} onChange={setChosen} />
      {chosen.length > 0 && (
        <Button kind="primary" type="submit" busy={busy}>
          {words.groups.addChosen({ count: chosen.length })}
        </Button>
      )}
      {failure && <Failure {...failure} />}
    </form>
  );
}

/** Whether a group is in another one, at any depth. */
function isWithin(id: number, otherId: number, seen = new Set<number>()): boolean {
  const other = chat.peek().state.groups.get(otherId);
  if (!other || seen.has(otherId)) return false;
  seen.add(otherId);
  return other.direct_subgroup_ids.some((each) => each === id || isWithin(id, each, seen));
}
