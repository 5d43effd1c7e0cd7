import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { LiveAdministrator as Administrator, CreateAdministratorAnswer } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { sortedByName, teamsOfManager } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { textOf } from '../shared/text-of.ts';
import { words as consoleWords } from '../texts/index.ts';
import { Choices } from './choices.tsx';
import { FormSheet } from './form-sheet.tsx';
import { isSame } from './is-same.ts';
import { fleetWords as words } from './texts/index.ts';

const FIELDS = ['name', 'email', 'phone', 'isReadOnly', 'teams'] as const;

/** An administrator as they are written: a new one, who is invited, or the changes of one who is there. */
export function AdministratorForm({ administrator, onClose }: { administrator?: Administrator; onClose: () => void }) {
  const { openAdministrator } = useSheet();
  const known = sortedByName(floor.value.state.teams);
  const now = new Set(administrator ? teamsOfManager(administrator.id).map(({ id }) => id) : []);
  const [changes, setChanges] = useState(NO_CHANGES);
  // What somebody else gives or takes meanwhile is seen at once, and stays.
  const given = [...changes.given].filter((id) => floor.value.state.teams.has(id));
  const teams = new Set([...now].filter((id) => !changes.taken.has(id)).concat(given));
  const [idempotencyKey] = useState(uniqueId);
  const send = async (form: FormData) => {
    const name = textOf(form, 'name');
    const person = { name, email: textOf(form, 'email'), phone: textOf(form, 'phone') || null };
    const isReadOnly = form.has('isReadOnly');
    const body = {
      ...changed(person, administrator),
      ...(isReadOnly !== (administrator?.isReadOnly ?? false) && { isReadOnly }),
      ...(!isSame(teams, now) && { teams: [...teams] }),
    };
    if (administrator) {
      await request(`/api/v2/admins/${administrator.id}`, { method: 'PUT', body });
      showToast(words.saved({ name }));
      onClose();
      return;
    }
    const made = await request<CreateAdministratorAnswer>('/api/v2/admins', { method: 'POST', body, idempotencyKey });
    showToast(words.administratorMade({ name }));
    openAdministrator(made.id);
  };
  return (
    <FormSheet
      id={administrator?.id ?? 'new-administrator'}
      {...(administrator && { kind: words.administrator })}
      title={administrator ? words.edit({ name: administrator.name }) : words.newAdministrator}
      submit={administrator ? consoleWords.form.save : words.createAdministrator}
      fields={FIELDS}
      // Without any they see everything: that is meant by whoever has taken the last one away, and is no accident.
      missing={() => (changes !== NO_CHANGES && teams.size === 0 && !changes.isNone ? 'teams' : undefined)}
      send={send}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <PersonFields administrator={administrator} problemOf={problemOf} />
          {!administrator && <p class="quiet-words">{words.administratorTalks}</p>}
          {administrator?.type !== 'super' && (
            <Tick
              name="isReadOnly"
              label={words.readOnly}
              hint={words.readOnlyHint}
              defaultChecked={administrator?.isReadOnly ?? false}
            />
          )}
          {known.length > 0 && (
            <Choices
              label={words.managedTeams}
              hint={words.managedTeamsHint}
              of={known}
              chosen={teams}
              onChange={(chosen) => setChanges(changesTo(chosen, now))}
              problem={problemOf('teams')}
              optional={texts.optional}
            />
          )}
        </>
      )}
    </FormSheet>
  );
}

/** Changes to the managed teams. */
interface TeamChanges {
  given: ReadonlySet<string>;
  taken: ReadonlySet<string>;
  /** Whether none was left when they changed something last. */
  isNone: boolean;
}

const NO_CHANGES: TeamChanges = { given: new Set(), taken: new Set(), isNone: false };

function changesTo(chosen: ReadonlySet<string>, now: ReadonlySet<string>): TeamChanges {
  const given = new Set([...chosen].filter((id) => !now.has(id)));
  const taken = new Set([...now].filter((id) => !chosen.has(id)));
  return { given, taken, isNone: chosen.size === 0 };
}

interface PartProps {
  administrator?: Administrator | undefined;
  problemOf(field: string): string | undefined;
}

function PersonFields({ administrator, problemOf }: PartProps) {
  return (
    <>
      <Field label={consoleWords.fields.name} problem={problemOf('name')}>
        <input
          name="name"
          autocomplete="off"
          dir="auto"
          required
          maxLength={200}
          defaultValue={administrator?.name ?? ''}
        />
      </Field>
      <Field label={words.email} hint={administrator ? undefined : words.emailHint} problem={problemOf('email')}>
        <input
          name="email"
          type="email"
          autocomplete="off"
          dir="ltr"
          required
          defaultValue={administrator?.email ?? ''}
        />
      </Field>
      <Field label={consoleWords.fields.phone} problem={problemOf('phone')} optional>
        <input name="phone" type="tel" autocomplete="off" dir="ltr" defaultValue={administrator?.phone ?? ''} />
      </Field>
    </>
  );
}

/** Returns the members that differ from the known ones: other people's changes stay. */
function changed<T extends object>(given: T, known: Partial<T> | undefined): Partial<T> {
  if (!known) return given;
  const different = Object.entries(given).filter(([name, value]) => value !== (known[name as keyof T] ?? null));
  return Object.fromEntries(different) as Partial<T>;
}
