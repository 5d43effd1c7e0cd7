import { skillsOf } from '../../store/dispatch/select/skills.ts';
import type { LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { textOf } from '../shared/text-of.ts';

export const VEHICLES = ['BICYCLE', 'MOTORCYCLE', 'CAR', 'TRUCK'] as const;

/** Value of the form for who has no vehicle: a choice, so that nobody is on foot by oversight. */
export const ON_FOOT = 'ON_FOOT';

const PARTS = ['description', 'licensePlate', 'color'] as const;

/** Returns the form of a worker as `POST /workers` takes it. */
export function workerOf(form: FormData, teams: ReadonlySet<string>) {
  return {
    name: textOf(form, 'name'),
    displayName: textOf(form, 'displayName') || null,
    phone: textOf(form, 'phone'),
    teams: [...teams],
    capacity: Number(textOf(form, 'capacity') || 0),
    skills: skillsOf(textOf(form, 'skills')),
    vehicle: vehicleOf(form),
  };
}

/** Parts of a vehicle that nobody has are nothing. */
function vehicleOf(form: FormData) {
  const type = textOf(form, 'vehicle');
  if (type === ON_FOOT) return null;
  const [description, licensePlate, color] = PARTS.map((part) => textOf(form, part) || null);
  return { type, description, licensePlate, color };
}

/**
 * Returns the changes of the form as `PUT /workers` takes them: other people's changes stay.
 * @param teams undefined: they are not to be changed
 */
export function changesOfWorker(
  form: FormData,
  worker: Worker,
  teams: ReadonlySet<string> | undefined,
): Record<string, unknown> {
  const { phone: _phone, teams: chosen, ...given } = workerOf(form, teams ?? new Set());
  const { vehicle } = worker;
  const known: Record<string, unknown> = {
    name: worker.name,
    displayName: worker.displayName,
    capacity: worker.capacity,
    skills: worker.skills,
    vehicle: vehicle && {
      type: vehicle.type,
      description: vehicle.description,
      licensePlate: vehicle.licensePlate,
      color: vehicle.color,
    },
  };
  return {
    ...Object.fromEntries(
      Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
    ),
    ...(teams && { teams: chosen }),
  };
}

/** The picture that was chosen; null: the present one is to go; undefined: it stays. */
export function pictureOf(form: FormData): File | null | undefined {
  const file = form.get('picture');
  if (file instanceof File && file.size > 0) return file;
  return form.has('withoutPicture') ? null : undefined;
}
