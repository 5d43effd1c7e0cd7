import { groupSettingWords } from '../../shared/group-setting/texts/index.ts';
import { request } from '../../shared/session/session.ts';
import { type Choice, ChooseMany } from '../../shared/ui/choose-many.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { completeChannels, completePeople, rank } from '../../store/chat/select/completion.ts';
import { membersOfGroup } from '../../store/chat/select/holders.ts';
import { searchKey } from '../../store/chat/select/match.ts';
import type { UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { groupName } from '../data/group-name.ts';
import { channelName, nameOf } from '../data/names.ts';
import { formWords as words } from './texts/index.ts';

/** People that were chosen one by one, by group, or by a channel that they are in. */
export interface ChosenPeople {
  users: readonly number[];
  groups: readonly number[];
  channels: readonly number[];
}

export const NOBODY: ChosenPeople = { users: [], groups: [], channels: [] };

interface PeopleFieldProps {
  label: string;
  hint: string;
  value: ChosenPeople;
  /** People that cannot be chosen: they are there. */
  without?: ReadonlySet<number>;
  problem?: string | undefined;
  onChange(value: ChosenPeople): void;
}

const MAX_OF_KIND = 6;

/** Chooses people by name, by group, or all of another channel. */
export function PeopleField({ label, hint, value, without, problem, onChange }: PeopleFieldProps) {
  const { state } = chat.value;
  const chosen = [
    ...value.groups.flatMap((id) => state.groups.get(id) ?? []).map(groupChoice),
    ...value.channels.map((id) => choiceOf('channels', id, channelName(id))),
    ...value.users.map((id) => choiceOf('users', id, nameOf(id))),
  ];
  const find = (query: string): Choice[] => {
    const people = completePeople(state, query, { most: MAX_OF_KIND + value.users.length }).items.filter(
      ({ user_id }) => !value.users.includes(user_id) && !without?.has(user_id),
    );
    const groups = rank(query, offeredGroups(state.groups.values()), { keyOf: (group) => searchKey(groupName(group)) });
    const others = groups.items.filter(({ id }) => !value.groups.includes(id));
    const channels = completeChannels(state, query).items.filter(
      ({ stream_id }) => !value.channels.includes(stream_id),
    );
    return [
      ...people
        .slice(0, MAX_OF_KIND)
        .map(({ user_id, full_name }) => choiceOf('users', user_id, full_name, groupSettingWords.person)),
      ...others.slice(0, MAX_OF_KIND).map(groupChoice),
      ...channels
        .slice(0, MAX_OF_KIND)
        .map(({ stream_id, name, subscriber_count: count }) =>
          choiceOf('channels', stream_id, name, words.peopleOfChannel({ count })),
        ),
    ];
  };
  return <ChooseMany {...{ label, hint, problem, chosen, find }} onChange={(next) => onChange(peopleOf(next))} />;
}

const ICONS = { users: 'user', groups: 'users', channels: 'hash' } as const satisfies Record<
  keyof ChosenPeople,
  IconName
>;

const choiceOf = (kind: keyof ChosenPeople, id: number, label: string, side?: string): Choice => ({
  ...{ id: `${kind} ${id}`, label, icon: ICONS[kind] },
  ...(side && { side }),
});

const groupChoice = (group: UserGroup): Choice =>
  choiceOf('groups', group.id, groupName(group), groupSettingWords.group);

function peopleOf(choices: readonly Choice[]): ChosenPeople {
  const idsOf = (kind: keyof ChosenPeople) =>
    choices.flatMap(({ id }) => (id.startsWith(`${kind} `) ? [Number(id.slice(kind.length + 1))] : []));
  return { users: idsOf('users'), groups: idsOf('groups'), channels: idsOf('channels') };
}

/** Groups of people, and the role of everybody. */
function offeredGroups(groups: Iterable<UserGroup>): UserGroup[] {
  return [...groups].filter(
    ({ is_system_group, deactivated, name }) =>
      !deactivated && (!is_system_group || name === 'role:members' || name === 'role:everyone'),
  );
}

/** Returns the IDs of everybody chosen who is active. Subscribers of channels are asked for. @throws {Refusal} */
export async function idsOfPeople({ users, groups, channels }: ChosenPeople): Promise<number[]> {
  const { state } = chat.peek();
  const ids = new Set(users);
  for (const group of groups) for (const id of membersOfGroup(state, group)) ids.add(id);
  for (const channel of channels) {
    const { subscribers } = await request<{ subscribers: number[] }>(`/api/v1/streams/${channel}/members`);
    for (const id of subscribers) ids.add(id);
  }
  return [...ids].filter((id) => state.users.get(id)?.is_active);
}
