import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import type { UserGroup } from '../../store/wire/chat.ts';
import { FramePart } from '../shared/frame.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import './groups.css';
import { groupWords } from './texts/index.ts';

type Permission = keyof typeof groupWords.permission;
type Holder = UserGroup[Permission];

/** Stands for a custom combination of people and groups: it cannot be chosen here and stays until something else is. */
const CUSTOM = 'custom';

/** To whom a permission cannot be given (spec: chat 4.4). */
const FORBIDDEN: Partial<Record<Permission, string>> = {
  can_manage_group: 'role:everyone',
  can_mention_group: 'role:owners',
};

interface PermissionsPartProps {
  group: UserGroup;
  groups: readonly UserGroup[];
  onDone(): void;
}

/** Form for the permissions of a group, chosen from the roles and groups of the chat. */
export function PermissionsPart({ group, groups, onDone }: PermissionsPartProps) {
  const [chosen, setChosen] = useState<Partial<Record<Permission, string>>>({});
  const names = Object.keys(groupWords.permission) as Permission[];
  const send = async () => {
    const form: Partial<Record<Permission, { new: number; old: Holder }>> = {};
    for (const name of names) {
      const [old, value] = [group[name], chosen[name]];
      // Whoever meets another value than the one that was shown changes nothing, and reads so.
      if (value !== undefined && value !== keyOf(old)) form[name] = { new: Number(value), old };
    }
    if (Object.keys(form).length > 0) await request(`/api/v1/user_groups/${group.id}`, { method: 'PATCH', form });
    setChosen({});
    onDone();
  };
  return (
    <FramePart title={groupWords.permissions} lead={groupWords.permissionsLead}>
      <InlineForm label={groupWords.permissions} send={send}>
        <div class="group-permissions">
          {names.map((name) => (
            <Field key={name} label={groupWords.permission[name]}>
              <select
                value={chosen[name] ?? keyOf(group[name])}
                onChange={({ currentTarget: { value } }) => setChosen((before) => ({ ...before, [name]: value }))}
              >
                <Options groups={groups} permission={name} known={group[name]} />
              </select>
            </Field>
          ))}
        </div>
      </InlineForm>
    </FramePart>
  );
}

const keyOf = (holder: Holder): string => (typeof holder === 'number' ? String(holder) : CUSTOM);

/** People and groups that were chosen one by one, by their number. */
function nameOf(holder: Holder): string {
  if (typeof holder === 'number') return groupWords.custom;
  const people = holder.direct_members.length;
  const groups = holder.direct_subgroups.length;
  const parts = [
    people > 0 && groupWords.countOfPeople({ count: people }),
    groups > 0 && groupWords.countOfGroups({ count: groups }),
  ].filter((part) => part !== false);
  return parts.join(', ') || groupWords.custom;
}

function Options({
  groups,
  permission,
  known,
}: {
  groups: readonly UserGroup[];
  permission: Permission;
  known: Holder;
}) {
  const roles = groups.filter(
    ({ name, is_system_group }) => is_system_group && name in groupWords.system && name !== FORBIDDEN[permission],
  );
  const own = groups.filter(({ is_system_group }) => !is_system_group);
  const isListed = typeof known === 'number' && [...roles, ...own].some(({ id }) => id === known);
  return (
    <>
      {!isListed && <option value={keyOf(known)}>{nameOf(known)}</option>}
      <optgroup label={groupWords.roles}>
        {roles.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {(groupWords.system as Record<string, string>)[name]}
          </option>
        ))}
      </optgroup>
      {own.length > 0 && (
        <optgroup label={groupWords.groups}>
          {own.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </>
  );
}
