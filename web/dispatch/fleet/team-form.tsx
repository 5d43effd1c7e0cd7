import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { CreateTeamAnswer, LiveTeam as Team } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { seesAll, sortedByName, workersOfTeam } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { session } from '../data/me.ts';
import { textOf } from '../shared/text-of.ts';
import { words as consoleWords } from '../texts/index.ts';
import { Choices } from './choices.tsx';
import { FormSheet } from './form-sheet.tsx';
import { isSame } from './is-same.ts';
import { saveChanges } from './save-changes.ts';
import { fleetWords as words } from './texts/index.ts';

const FIELDS = ['name', 'managers', 'workers', 'hub', 'enableSelfAssignment'] as const;

/** A team as it is written: a new one, or the changes of one that is there. */
export function TeamForm({ team, onClose }: { team?: Team; onClose: () => void }) {
  const { openTeam } = useSheet();
  const [opened] = useState(team);
  const { administrators, hubs, workers } = floor.value.state;
  const [before] = useState(() => membersOf(team));
  const [managers, setManagers] = useState(before.managers);
  const [members, setMembers] = useState(before.members);
  const [idempotencyKey] = useState(uniqueId);
  const send = async (form: FormData, version: { current: number | undefined }) => {
    const name = textOf(form, 'name');
    const hub = textOf(form, 'hub') || null;
    const enableSelfAssignment = form.has('enableSelfAssignment');
    const body = {
      ...(name !== opened?.name && { name }),
      ...(hub !== (opened?.hub ?? null) && { hub }),
      ...(enableSelfAssignment !== (opened?.enableSelfAssignment ?? false) && { enableSelfAssignment }),
      ...(isSame(managers, before.managers) && team ? {} : { managers: [...managers] }),
      ...(isSame(members, before.members) && team ? {} : { workers: [...members] }),
    };
    if (opened) {
      await saveChanges(`/api/v2/teams/${opened.id}`, body, version);
      showToast(words.saved({ name }));
      onClose();
      return;
    }
    const made = await request<CreateTeamAnswer>('/api/v2/teams', { method: 'POST', body, idempotencyKey });
    showToast(words.made({ name }));
    openTeam(made.id);
  };
  return (
    <FormSheet
      id={team?.id ?? 'new-team'}
      {...(team && { kind: words.team })}
      version={opened?.version}
      title={team ? words.edit({ name: team.name }) : words.newTeam}
      submit={team ? consoleWords.form.save : words.createTeam}
      fields={FIELDS}
      missing={() => (managers.size === 0 ? 'managers' : undefined)}
      send={send}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <Field label={consoleWords.fields.name} problem={problemOf('name')}>
            <input
              name="name"
              autocomplete="off"
              dir="auto"
              required
              maxLength={200}
              defaultValue={opened?.name ?? ''}
            />
          </Field>
          {seesAll() && (
            <Choices
              label={words.managers}
              hint={words.managersHint}
              of={sortedByName(administrators)}
              chosen={managers}
              onChange={setManagers}
              problem={problemOf('managers')}
            />
          )}
          <Choices
            label={words.members}
            of={sortedByName(workers)}
            chosen={members}
            onChange={setMembers}
            problem={problemOf('workers')}
            optional={texts.optional}
          />
          <Field label={words.hub} problem={problemOf('hub')} optional>
            <select name="hub">
              <option value="">{words.noHub}</option>
              {sortedByName(hubs).map(({ id, name }) => (
                <option key={id} value={id} selected={opened?.hub === id}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <Tick
            name="enableSelfAssignment"
            label={words.selfAssignment}
            hint={words.selfAssignmentHint}
            defaultChecked={opened?.enableSelfAssignment ?? false}
          />
        </>
      )}
    </FormSheet>
  );
}

/** Returns the present members of a team; a new one is managed by its creator. */
function membersOf(team: Team | undefined): { managers: ReadonlySet<string>; members: ReadonlySet<string> } {
  const me = session.value?.apps.dispatch?.administratorId;
  if (!team) return { managers: new Set(me ? [me] : []), members: new Set() };
  return { managers: new Set(team.managers), members: new Set(workersOfTeam(team.id).map(({ id }) => id)) };
}
