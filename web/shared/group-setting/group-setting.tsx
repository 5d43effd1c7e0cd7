import type { Option } from '../ui/list-box.tsx';
import { ChipPicker, type PickedChip } from './chip-picker.tsx';
import './group-setting.css';
import {
  allowedRoles,
  HOLDER_ROLES,
  type HolderParts,
  type HolderRule,
  type Holders,
  holdersOf,
  partsOfHolders,
  type RoleName,
} from './holders.ts';
import { groupSettingWords as words } from './texts/index.ts';
import { type HolderDirectory, type Subject, subjectOfParts } from './who.ts';

interface GroupSettingProps {
  value: Holders;
  rule: HolderRule;
  directory: HolderDirectory;
  /** Returns what the holders may do, as a sentence. */
  sentence(subject: Subject): string;
  problem?: string | undefined;
  onChange(value: Holders): void;
}

const MAX_FOUND = 8;

/** Chooses the holders of a permission: a role, groups and people, by name. The sentence says what was chosen. */
export function GroupSetting({ value, rule, directory, sentence, problem, onChange }: GroupSettingProps) {
  const { groups } = directory;
  const parts = partsOfHolders(groups, value);
  const change = (changes: Partial<HolderParts>) => onChange(holdersOf(groups, { ...parts, ...changes }));
  const chosen: PickedChip[] = [
    ...(parts.role ? [{ id: parts.role, label: words.roles[parts.role], icon: 'shield-check' } as const] : []),
    ...parts.groups.map((id) => ({ id: `group ${id}`, label: groups.get(id)!.name, icon: 'users' }) as const),
    ...parts.people.map((id) => ({ id: `user ${id}`, label: directory.nameOf(id), icon: 'user' }) as const),
  ];
  const find = (query: string): Option[] => {
    const wanted = query.trim().toLowerCase();
    const matches = (name: string) => name.toLowerCase().includes(wanted);
    const roles = allowedRoles(rule).filter((role) => role !== parts.role && matches(words.roles[role]));
    const options = roles.map((role) => ({ id: role as string, label: words.roles[role], side: words.role }));
    if (rule.require_system_group) return options.map(optionOf);
    const found = [...groups.values()].filter(
      ({ id, name, is_system_group, deactivated }) =>
        !is_system_group && !deactivated && !parts.groups.includes(id) && matches(name),
    );
    const people = wanted === '' ? [] : directory.findPeople(query).filter(({ id }) => !parts.people.includes(id));
    return [
      ...options,
      ...found.slice(0, MAX_FOUND).map(({ id, name }) => ({ id: `group ${id}`, label: name, side: words.group })),
      ...people.slice(0, MAX_FOUND).map(({ id, name }) => ({ id: `user ${id}`, label: name, side: words.person })),
    ].map(optionOf);
  };
  const add = (id: string) => {
    if (isRole(id)) return change({ role: id });
    if (id.startsWith('group ')) return change({ groups: [...parts.groups, numberOf(id)] });
    change({ people: [...parts.people, numberOf(id)] });
  };
  const remove = (id: string) => {
    if (isRole(id)) return change({ role: undefined });
    const without = (ids: readonly number[]) => ids.filter((each) => each !== numberOf(id));
    change(id.startsWith('group ') ? { groups: without(parts.groups) } : { people: without(parts.people) });
  };
  return (
    <div class="group-setting">
      <p aria-live="polite">{sentence(subjectOfParts(directory, parts))}</p>
      <ChipPicker
        label={rule.require_system_group ? words.addRole : words.add}
        {...{ problem, chosen, find }}
        onAdd={add}
        onRemove={remove}
      />
    </div>
  );
}

const isRole = (id: string): id is RoleName => (HOLDER_ROLES as readonly string[]).includes(id);

const numberOf = (id: string): number => Number(id.split(' ')[1]);

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
