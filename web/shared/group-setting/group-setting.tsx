import { type Choice, ChooseMany } from '../ui/choose-many.tsx';
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
  const chosen = [
    ...(parts.role ? [roleChoice(parts.role)] : []),
    ...parts.groups.map((id) => groupChoice(groups.get(id)!)),
    ...parts.people.map((id) => personChoice({ id, name: directory.nameOf(id) })),
  ];
  const find = (query: string): Choice[] => {
    const wanted = query.trim().toLowerCase();
    const matches = (name: string) => name.toLowerCase().includes(wanted);
    const roles = allowedRoles(rule)
      .map(roleChoice)
      .filter(({ label }) => matches(label));
    if (rule.require_system_group) return roles;
    const found = [...groups.values()].filter(
      ({ id, name, is_system_group, deactivated }) =>
        !is_system_group && !deactivated && !parts.groups.includes(id) && matches(name),
    );
    const people = wanted === '' ? [] : directory.findPeople(query);
    return [...roles, ...found.slice(0, MAX_FOUND).map(groupChoice), ...people.slice(0, MAX_FOUND).map(personChoice)];
  };
  return (
    <div class="group-setting">
      <p aria-live="polite">{sentence(subjectOfParts(directory, parts))}</p>
      <ChooseMany
        label={rule.require_system_group ? words.addRole : words.add}
        {...{ problem, chosen, find }}
        onChange={(next) => onChange(holdersOf(groups, partsOfChoices(next)))}
      />
    </div>
  );
}

const roleChoice = (role: RoleName): Choice => ({
  ...{ id: role, label: words.roles[role], icon: 'shield-check', side: words.role },
});

const groupChoice = ({ id, name }: { id: number; name: string }): Choice => ({
  ...{ id: `group ${id}`, label: name, icon: 'users', side: words.group },
});

const personChoice = ({ id, name }: { id: number; name: string }): Choice => ({
  ...{ id: `user ${id}`, label: name, icon: 'user', side: words.person },
});

/** Each role contains others, so the one that was chosen last counts alone. */
function partsOfChoices(choices: readonly Choice[]): HolderParts {
  const ids = choices.map(({ id }) => id);
  const numbers = (kind: string) => ids.filter((id) => id.startsWith(`${kind} `)).map((id) => Number(id.split(' ')[1]));
  return { role: ids.findLast(isRole), groups: numbers('group'), people: numbers('user') };
}

const isRole = (id: string): id is RoleName => (HOLDER_ROLES as readonly string[]).includes(id);
