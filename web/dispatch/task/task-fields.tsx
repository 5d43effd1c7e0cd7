import { Field, Tick } from '../../shared/ui/field.tsx';
import { listKey } from '../../store/outbox/moves.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { floor } from '../data/floor.ts';
import { FormGroup } from '../shared/form-group.tsx';
import { LanguageOptions } from '../shared/language-options.tsx';
import { localTime } from '../shared/local-time.ts';
import { words } from '../texts/index.ts';
import { AddressLine } from './address-line.tsx';
import { AUTOMATIC } from './task-input.ts';

interface FieldsProps {
  /** The one that is changed; none of a new one. */
  task?: Task | undefined;
}

/** Fields for the destination. */
export function PlaceFields({ task }: FieldsProps) {
  return (
    <FormGroup title={words.form.place}>
      <AddressLine place={task?.destination} />
    </FormGroup>
  );
}

/** Fields for times and instructions; the rare ones are folded away, unless the task is there already. */
export function WhatFields({ task }: FieldsProps) {
  return (
    <FormGroup title={words.form.what}>
      <Field label={words.fields.after} optional>
        <input name="completeAfter" type="datetime-local" defaultValue={localTime(task?.completeAfter)} />
      </Field>
      <Field label={words.fields.before} optional>
        <input name="completeBefore" type="datetime-local" defaultValue={localTime(task?.completeBefore)} />
      </Field>
      <Field label={words.fields.notes} optional>
        <textarea name="notes" dir="auto" maxLength={10_000} defaultValue={task?.notes ?? ''} />
      </Field>
      <details class="form-more" open={task !== undefined}>
        <summary>{words.form.rare}</summary>
        <div class="form-group">
          <RareFields task={task} />
        </div>
      </details>
    </FormGroup>
  );
}

function RareFields({ task }: FieldsProps) {
  const { requirements } = task ?? {};
  const language = task?.recipients[0]?.language ?? null;
  return (
    <>
      <input type="hidden" name="knownLanguage" defaultValue={language ?? ''} />
      <Field label={words.fields.language} hint={words.form.languageHint}>
        <select name="language">
          <LanguageOptions usual={words.form.usualLanguage} shown={language} />
        </select>
      </Field>
      <Tick name="pickupTask" label={words.form.pickup} defaultChecked={task?.pickupTask ?? false} />
      <Field label={words.fields.placeNotes} optional>
        <textarea name="placeNotes" dir="auto" maxLength={10_000} defaultValue={task?.destination.notes ?? ''} />
      </Field>
      <div class="form-pair">
        <Field label={words.fields.quantity} optional>
          <input name="quantity" type="number" min="0" step="any" defaultValue={String(task?.quantity || '')} />
        </Field>
        <Field label={words.form.serviceTime} optional>
          <input name="serviceTime" type="number" min="0" step="any" defaultValue={String(task?.serviceTime || '')} />
        </Field>
      </div>
      <Field label={words.fields.skills} hint={words.form.skillsHint} optional>
        <input
          name="skills"
          autocomplete="off"
          dir="auto"
          maxLength={1000}
          defaultValue={task?.skills.join(', ') ?? ''}
        />
      </Field>
      <div>
        <Tick name="signature" label={words.form.signature} defaultChecked={requirements?.signature ?? false} />
        <Tick name="photo" label={words.form.photo} defaultChecked={requirements?.photo ?? false} />
        <Tick name="requiredNotes" label={words.form.requiredNotes} defaultChecked={requirements?.notes ?? false} />
        <Tick name="pin" label={words.form.pin} defaultChecked={requirements?.pin ?? false} />
      </div>
      <Field label={words.form.minimumAge} optional>
        <input
          name="minimumAge"
          type="number"
          min="0"
          max="150"
          defaultValue={String(requirements?.minimumAge || '')}
        />
      </Field>
    </>
  );
}

/** Field for the assignee: nobody, a team, a worker, or automatic assignment. */
export function WhoFields() {
  const { teams, workers } = floor.value.state;
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  return (
    <FormGroup title={words.form.who}>
      <Field label={words.form.assignTo}>
        <select name="owner">
          <option value="">{words.unassigned}</option>
          <option value={`${AUTOMATIC} distance`}>{words.suggest.modes.distance}</option>
          <option value={`${AUTOMATIC} load`}>{words.suggest.modes.load}</option>
          <optgroup label={words.kinds.team}>
            {[...teams.values()].sort(byName).map(({ id, name }) => (
              <option key={id} value={listKey({ type: 'TEAM', id })}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label={words.kinds.worker}>
            {[...workers.values()].sort(byName).map(({ id, name }) => (
              <option key={id} value={listKey({ type: 'WORKER', id })}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </Field>
    </FormGroup>
  );
}
