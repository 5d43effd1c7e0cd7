import { Field, Tick } from '../../shared/ui/field.tsx';
import { recipientName } from '../../store/dispatch/select/tasks.ts';
import { listKey } from '../../store/outbox/moves.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { floor } from '../data/floor.ts';
import { AddressFields } from '../shared/address-fields.tsx';
import { FormGroup } from '../shared/form-group.tsx';
import { localTime } from '../shared/local-time.ts';
import { words } from '../texts/index.ts';
import { AUTOMATIC } from './task-input.ts';

interface FieldsProps {
  /** The one that is changed; none of a new one. */
  task?: Task | undefined;
}

/** Fields for the recipient. The number identifies the person: an existing one is reused. */
export function PersonFields({ task }: FieldsProps) {
  const recipient = task?.recipients[0];
  return (
    <FormGroup title={words.form.person}>
      <Field label={words.fields.name} optional>
        <input
          name="name"
          autocomplete="off"
          dir="auto"
          maxLength={200}
          defaultValue={task ? (recipientName(task) ?? '') : ''}
        />
      </Field>
      <Field label={words.fields.phone} hint={words.form.phoneHint} optional>
        <input name="phone" type="tel" autocomplete="off" defaultValue={recipient?.phone ?? ''} />
      </Field>
    </FormGroup>
  );
}

/** Fields for the destination. */
export function PlaceFields({ task }: FieldsProps) {
  return (
    <FormGroup title={words.form.place}>
      <AddressFields place={task?.destination} />
      <Field label={words.fields.placeNotes} optional>
        <textarea name="placeNotes" dir="auto" maxLength={10_000} defaultValue={task?.destination.notes ?? ''} />
      </Field>
    </FormGroup>
  );
}

/** Fields for times and instructions. */
export function WhatFields({ task }: FieldsProps) {
  const { requirements } = task ?? {};
  return (
    <FormGroup title={words.form.what}>
      <Field label={words.fields.after} optional>
        <input name="completeAfter" type="datetime-local" defaultValue={localTime(task?.completeAfter)} />
      </Field>
      <Field label={words.fields.before} optional>
        <input name="completeBefore" type="datetime-local" defaultValue={localTime(task?.completeBefore)} />
      </Field>
      <Tick name="pickupTask" label={words.form.pickup} defaultChecked={task?.pickupTask ?? false} />
      <Field label={words.fields.notes} optional>
        <textarea name="notes" dir="auto" maxLength={10_000} defaultValue={task?.notes ?? ''} />
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
    </FormGroup>
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
