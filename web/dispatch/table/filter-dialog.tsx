import { useRef } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { knownSkills } from '../../store/dispatch/select/skills.ts';
import { tableStates } from '../../store/dispatch/select/table.ts';
import { useAddress } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { customFields } from '../data/organization.ts';
import { words as shell } from '../texts/index.ts';
import { tableWords } from './texts/index.ts';

const parts = ['state', 'team', 'of', 'from', 'to', 'doneFrom', 'doneTo', 'skill', 'field', 'value'] as const;

/** All by which the table can be narrowed; it is when one says so. */
export function FilterDialog({ onClose }: { onClose: () => void }) {
  const [address, change] = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const { teams, workers, tasks } = floor.value.state;
  const skills = knownSkills({ workers, tasks }).map((name) => ({ id: name, name }));
  const states = tableStates.map((id) => ({ id, name: tableWords.states[id] }));
  const fields = customFields.value.map(({ key, name }) => ({ id: key, name }));
  return (
    <Dialog title={tableWords.filter.title} onClose={onClose}>
      <form
        ref={form}
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(form.current!);
          change(Object.fromEntries(parts.map((part) => [part, String(given.get(part) ?? '').trim()])));
          onClose();
        }}
      >
        <Choice name="state" label={tableWords.filter.state} options={states} chosen={address.state} />
        <Choice name="team" label={shell.filter.team} options={byName(teams)} chosen={address.team} />
        <Choice name="of" label={tableWords.columns.worker} options={byName(workers)} chosen={address.of} />
        <Between
          label={tableWords.filter.window}
          type="datetime-local"
          of={[
            ['from', tableWords.filter.from, address.from],
            ['to', tableWords.filter.to, address.to],
          ]}
        />
        <Between
          label={tableWords.filter.completed}
          type="date"
          of={[
            ['doneFrom', tableWords.filter.firstDay, address.doneFrom],
            ['doneTo', tableWords.filter.lastDay, address.doneTo],
          ]}
        />
        {skills.length > 0 && (
          <Choice name="skill" label={tableWords.filter.skill} options={skills} chosen={address.skill} />
        )}
        {fields.length > 0 && (
          <div class="table-between">
            <Choice name="field" label={tableWords.filter.field} options={fields} chosen={address.field} />
            <Field label={tableWords.filter.value}>
              <input name="value" dir="auto" defaultValue={address.value ?? ''} />
            </Field>
          </div>
        )}
        <div class="dialog-actions">
          <Button
            onClick={() => {
              change(Object.fromEntries(parts.map((part) => [part, undefined])));
              onClose();
            }}
          >
            {tableWords.filter.clear}
          </Button>
          <Button kind="primary" type="submit">
            {tableWords.filter.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface Named {
  id: string;
  name: string;
}

function byName(known: ReadonlyMap<string, Named>): Named[] {
  return [...known.values()].sort((one, other) => one.name.localeCompare(other.name));
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly Named[];
  chosen: string | undefined;
}

function Choice({ name, label, options, chosen }: ChoiceProps) {
  return (
    <Field label={label}>
      <select name={name} defaultValue={chosen ?? ''}>
        <option value="">{tableWords.filter.any}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id} selected={option.id === chosen}>
            {option.name}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface BetweenProps {
  label: string;
  type: 'date' | 'datetime-local';
  of: readonly (readonly [name: string, label: string, value: string | undefined])[];
}

function Between({ label, type, of }: BetweenProps) {
  return (
    <fieldset class="table-between">
      <legend>{label}</legend>
      {of.map(([name, each, value]) => (
        <Field key={name} label={each}>
          <input name={name} type={type} defaultValue={value ?? ''} />
        </Field>
      ))}
    </fieldset>
  );
}
