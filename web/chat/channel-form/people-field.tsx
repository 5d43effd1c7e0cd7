import { ChipPicker, type PickedChip } from '../../shared/group-setting/chip-picker.tsx';
import { HOLDER_ROLES } from '../../shared/group-setting/holders.ts';
import { groupSettingWords } from '../../shared/group-setting/texts/index.ts';
import { request } from '../../shared/session/session.ts';
import type { Option } from '../../shared/ui/list-box.tsx';
import { completeChannels, completePeople, rank } from '../../store/chat/select/completion.ts';
import { membersOfGroup } from '../../store/chat/select/holders.ts';
import { searchKey } from '../../store/chat/select/match.ts';
import type { UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
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
  const chosen: PickedChip[] = [
    ...value.groups.map((id) => ({
      id: `groups ${id}`,
      label: groupLabel(state.groups.get(id)),
      icon: 'users' as const,
    })),
    ...value.channels.map((id) => ({ id: `channels ${id}`, label: channelName(id), icon: 'hash' as const })),
    ...value.users.map((id) => ({ id: `users ${id}`, label: nameOf(id), icon: 'user' as const })),
  ];
  const find = (query: string): Option[] => {
    const people = completePeople(state, query, { most: MAX_OF_KIND + value.users.length }).items.filter(
      ({ user_id }) => !value.users.includes(user_id) && !without?.has(user_id),
    );
    const groups = rank(query, offeredGroups(state.groups.values()), {
      keyOf: (group) => searchKey(groupLabel(group)),
    }).items.filter(({ id }) => !value.groups.includes(id));
    const channels = completeChannels(state, query).items.filter(
      ({ stream_id }) => !value.channels.includes(stream_id),
    );
    return [
      ...people.slice(0, MAX_OF_KIND).map(({ user_id, full_name }) => ({
        ...{ id: `users ${user_id}`, label: full_name, side: groupSettingWords.person },
      })),
      ...groups.slice(0, MAX_OF_KIND).map((group) => ({
        ...{ id: `groups ${group.id}`, label: groupLabel(group), side: groupSettingWords.group },
      })),
      ...channels.slice(0, MAX_OF_KIND).map(({ stream_id, name, subscriber_count }) => ({
        ...{ id: `channels ${stream_id}`, label: name, side: words.peopleOfChannel({ count: subscriber_count }) },
      })),
    ].map(optionOf);
  };
  const change = (id: string, isAdded: boolean) => {
    const [kind, text] = id.split(' ') as [keyof ChosenPeople, string];
    const others = value[kind].filter((each) => each !== Number(text));
    onChange({ ...value, [kind]: isAdded ? [...others, Number(text)] : others });
  };
  return (
    <ChipPicker
      {...{ label, hint, problem, chosen, find }}
      onAdd={(id) => change(id, true)}
      onRemove={(id) => change(id, false)}
    />
  );
}

/** Groups of people, and the role of everybody. */
function offeredGroups(groups: Iterable<UserGroup>): UserGroup[] {
  return [...groups].filter(
    ({ is_system_group, deactivated, name }) =>
      !deactivated && (!is_system_group || name === 'role:members' || name === 'role:everyone'),
  );
}

function groupLabel(group: UserGroup | undefined): string {
  const role = HOLDER_ROLES.find((each) => group?.is_system_group && each === group.name);
  return role ? groupSettingWords.roles[role] : (group?.name ?? '');
}

function optionOf({ id, label, side }: { id: string; label: string; side: string }): Option {
  return {
    id,
    label,
    content: (
      <>
        <span class="grow" dir="auto">
          {label}
        </span>
        <span class="quiet-words">{side}</span>
      </>
    ),
  };
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
