import { useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { CreateWorkerAnswer, LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { sortedByName } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { FormGroup } from '../shared/form-group.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { Choices } from './choices.tsx';
import { FormSheet } from './form-sheet.tsx';
import { isSame } from './is-same.ts';
import { saveChanges } from './save-changes.ts';
import { fleetWords as words } from './texts/index.ts';
import { changesOfWorker, ON_FOOT, pictureOf, VEHICLES, workerOf } from './worker-input.ts';

const FIELDS = [
  'name',
  'displayName',
  'phone',
  'teams',
  'capacity',
  'skills',
  'vehicle',
  'description',
  'licensePlate',
  'color',
  'picture',
] as const;

/** A worker as they are written: a new one, or the changes of one that is there. */
export function WorkerForm({ worker, onClose }: { worker?: Worker; onClose: () => void }) {
  const { openWorker } = useSheet();
  // What is written is written about the worker as they were when the form was opened; they go on changing meanwhile.
  const [opened] = useState(worker);
  const known = sortedByName(floor.value.state.teams);
  const [teams, setTeams] = useState<ReadonlySet<string>>(
    () => new Set(worker ? worker.teams : known.length === 1 ? [known[0]!.id] : []),
  );
  const [before] = useState(teams);
  // One key for all tries: a worker who was made is not made again, also where only the picture was refused.
  const [idempotencyKey] = useState(uniqueId);
  const made = useRef<string | undefined>(undefined);
  // Whoever is in a team that is out of sight keeps their teams: only who sees them all can name them all.
  const hasOtherTeams = worker?.teams.some((id) => !floor.value.state.teams.has(id)) ?? false;
  const send = async (form: FormData, version: { current: number | undefined }) => {
    const { name } = workerOf(form, teams);
    if (opened) {
      const body = changesOfWorker(form, opened, hasOtherTeams || isSame(teams, before) ? undefined : teams);
      await saveChanges(`/api/v2/workers/${opened.id}`, body, version);
    } else {
      made.current ??= (
        await request<CreateWorkerAnswer>('/api/v2/workers', {
          method: 'POST',
          body: workerOf(form, teams),
          idempotencyKey,
        })
      ).id;
    }
    await sendPicture(worker?.id ?? made.current!, form);
    showToast(worker ? words.saved({ name }) : words.workerMade({ name }));
    if (worker) onClose();
    else openWorker(made.current!);
  };
  return (
    <FormSheet
      id={worker?.id ?? 'new-worker'}
      {...(worker && { kind: consoleWords.worker.title })}
      version={opened?.version}
      title={worker ? words.edit({ name: worker.name }) : words.newWorker}
      submit={worker ? consoleWords.form.save : words.createWorker}
      fields={FIELDS}
      missing={() => (teams.size === 0 ? 'teams' : undefined)}
      send={send}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <PersonFields worker={opened} problemOf={problemOf} />
          <FormGroup title={words.work}>
            {hasOtherTeams ? (
              <p class="hint">{words.otherTeams}</p>
            ) : (
              <Choices
                label={consoleWords.worker.teams}
                of={known}
                chosen={teams}
                onChange={setTeams}
                problem={problemOf('teams')}
              />
            )}
            <Field
              label={consoleWords.worker.capacity}
              hint={words.capacityHint}
              problem={problemOf('capacity')}
              optional
            >
              <input
                name="capacity"
                type="number"
                min="0"
                step="any"
                defaultValue={opened?.capacity ? String(opened.capacity) : ''}
              />
            </Field>
            <Field label={consoleWords.worker.skills} hint={words.skillsHint} problem={problemOf('skills')} optional>
              <input
                name="skills"
                autocomplete="off"
                dir="auto"
                maxLength={1000}
                defaultValue={opened?.skills.join(', ') ?? ''}
              />
            </Field>
          </FormGroup>
          <VehicleFields worker={opened} problemOf={problemOf} />
        </>
      )}
    </FormSheet>
  );
}

async function sendPicture(id: string, form: FormData): Promise<void> {
  const picture = pictureOf(form);
  if (picture === undefined) return;
  const path = `/api/v2/workers/${id}/picture`;
  await request(path, picture === null ? { method: 'DELETE' } : { method: 'PUT', file: picture });
}

interface PartProps {
  worker?: Worker | undefined;
  problemOf(field: string): string | undefined;
}

/** Personal fields. The number is used to sign in, so it cannot be changed. */
function PersonFields({ worker, problemOf }: PartProps) {
  return (
    <FormGroup title={words.person}>
      <Field label={consoleWords.fields.name} problem={problemOf('name')}>
        <input name="name" autocomplete="off" dir="auto" required maxLength={200} defaultValue={worker?.name ?? ''} />
      </Field>
      <Field
        label={consoleWords.worker.displayName}
        hint={words.displayNameHint}
        problem={problemOf('displayName')}
        optional
      >
        <input
          name="displayName"
          autocomplete="off"
          dir="auto"
          maxLength={200}
          defaultValue={worker?.displayName ?? ''}
        />
      </Field>
      <Field
        label={consoleWords.fields.phone}
        hint={worker ? words.phoneStays : words.phoneHint}
        problem={problemOf('phone')}
      >
        <input
          name="phone"
          type="tel"
          autocomplete="off"
          dir="ltr"
          required
          disabled={worker !== undefined}
          defaultValue={worker?.phone ?? ''}
        />
      </Field>
      <Field label={words.picture} hint={words.pictureHint} problem={problemOf('picture')} optional>
        <input name="picture" type="file" accept="image/*" />
      </Field>
      {worker?.imageUrl && <Tick name="withoutPicture" label={words.removePicture} />}
    </FormGroup>
  );
}

function VehicleFields({ worker, problemOf }: PartProps) {
  const vehicle = worker?.vehicle;
  return (
    <FormGroup title={consoleWords.worker.vehicle}>
      <Field label={words.vehicleKind} hint={words.vehicleHint} problem={problemOf('vehicle')}>
        <select name="vehicle" required defaultValue={worker ? (vehicle?.type ?? ON_FOOT) : ''}>
          {!worker && <option value="">{words.chooseVehicle}</option>}
          <option value={ON_FOOT} selected={worker && !vehicle}>
            {words.noVehicle}
          </option>
          {VEHICLES.map((type) => (
            <option key={type} value={type} selected={vehicle?.type === type}>
              {consoleWords.vehicles[type]}
            </option>
          ))}
        </select>
      </Field>
      {(['description', 'licensePlate', 'color'] as const).map((part) => (
        <Field key={part} label={words.vehicle[part]} problem={problemOf(part)} optional>
          <input name={part} autocomplete="off" dir="auto" maxLength={200} defaultValue={vehicle?.[part] ?? ''} />
        </Field>
      ))}
    </FormGroup>
  );
}
