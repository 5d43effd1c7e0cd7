import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { recipientName } from '../../store/dispatch/select/tasks.ts';
import { listKey } from '../../store/outbox/moves.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { floor } from '../data/floor.ts';
import { words } from '../texts/index.ts';
import { AUTOMATIC, localTime } from './task-input.ts';

interface FieldsProps {
  /** The one that is changed; none of a new one. */
  task?: Task | undefined;
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div class="form-group" role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}

/** Whom it is for. The number is what they are known by: who has one of ours already is the same person. */
export function PersonFields({ task }: FieldsProps) {
  const recipient = task?.recipients[0];
  return (
    <Group title={words.form.person}>
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
    </Group>
  );
}

/** Where it goes. */
export function PlaceFields({ task }: FieldsProps) {
  const address = task?.destination.address;
  const [lon, lat] = task?.destination.location ?? [];
  return (
    <Group title={words.form.place}>
      <div class="form-street">
        <Field label={words.fields.street}>
          <input name="street" autocomplete="off" dir="auto" required defaultValue={address?.street ?? ''} />
        </Field>
        <Field label={words.fields.number}>
          <input name="number" autocomplete="off" dir="auto" defaultValue={address?.number ?? ''} />
        </Field>
      </div>
      <Field label={words.fields.apartment} optional>
        <input name="apartment" autocomplete="off" dir="auto" defaultValue={address?.apartment ?? ''} />
      </Field>
      <div class="form-city">
        <Field label={words.fields.postalCode}>
          <input name="postalCode" autocomplete="off" defaultValue={address?.postalCode ?? ''} />
        </Field>
        <Field label={words.fields.city}>
          <input name="city" autocomplete="off" dir="auto" required defaultValue={address?.city ?? ''} />
        </Field>
      </div>
      <Field label={words.fields.country}>
        <input name="country" autocomplete="off" required defaultValue={address?.country ?? usualCountry()} />
      </Field>
      <Field label={words.fields.position} hint={words.form.positionHint} optional>
        <input
          name="position"
          autocomplete="off"
          inputMode="decimal"
          dir="ltr"
          pattern={String.raw`\s*-?\d+(\.\d+)?\s*,\s*-?\d+(\.\d+)?\s*`}
          defaultValue={lon === undefined ? '' : `${lat}, ${lon}`}
        />
      </Field>
      <Field label={words.fields.placeNotes} optional>
        <textarea name="placeNotes" dir="auto" maxLength={10_000} defaultValue={task?.destination.notes ?? ''} />
      </Field>
    </Group>
  );
}

/** The country of the hub, or of some other task: most go to where others go. */
function usualCountry(): string {
  const { hubs, tasks } = floor.value.state;
  const known = [...hubs.values()][0]?.address ?? [...tasks.values()][0]?.destination.address;
  return known?.country ?? '';
}

/** When, and what is to be done there. */
export function WhatFields({ task }: FieldsProps) {
  const { requirements } = task ?? {};
  return (
    <Group title={words.form.what}>
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
      <div class="form-city">
        <Field label={words.fields.quantity} optional>
          <input name="quantity" type="number" min="0" step="any" defaultValue={String(task?.quantity || '')} />
        </Field>
        <Field label={words.form.serviceTime} optional>
          <input name="serviceTime" type="number" min="0" step="any" defaultValue={String(task?.serviceTime || '')} />
        </Field>
      </div>
      <div>
        <Tick name="signature" label={words.form.signature} defaultChecked={requirements?.signature ?? false} />
        <Tick name="photo" label={words.form.photo} defaultChecked={requirements?.photo ?? false} />
        <Tick name="requiredNotes" label={words.form.requiredNotes} defaultChecked={requirements?.notes ?? false} />
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
    </Group>
  );
}

/** Who gets it: nobody yet, a team, a worker, or whoever is chosen automatically. */
export function WhoFields() {
  const { teams, workers } = floor.value.state;
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  return (
    <Group title={words.form.who}>
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
    </Group>
  );
}
