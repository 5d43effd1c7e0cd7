import { skillsOf } from '../../store/dispatch/select/skills.ts';
import { recipientName } from '../../store/dispatch/select/tasks.ts';
import { ownerOfKey } from '../../store/outbox/moves.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { changedPlaceOf, placeOf } from '../shared/address-input.ts';
import { localTime } from '../shared/local-time.ts';
import { textOf } from '../shared/text-of.ts';

/** Value of the form for automatic assignment. */
export const AUTOMATIC = 'automatic';

/** Returns the form of a task as `POST /tasks` takes it. */
export function taskBody(form: FormData): Record<string, unknown> {
  const owner = textOf(form, 'owner');
  return {
    ...plainOf(form),
    destination: { ...placeOf(form), notes: textOf(form, 'placeNotes') },
    recipients: recipientsOf(form),
    ...(owner.startsWith(AUTOMATIC) && { autoAssign: { mode: owner.split(' ')[1], considerDependencies: true } }),
    ...(owner !== '' && !owner.startsWith(AUTOMATIC) && { container: containerOf(owner) }),
  };
}

/**
 * Returns the changes to a task as `PUT /tasks` takes them: only differences since the form was opened, so that other
 * people's changes stay.
 */
export function changesOf(form: FormData, task: Task): Record<string, unknown> {
  const place = changedPlaceOf(form, task.destination);
  const isOtherNote = textOf(form, 'placeNotes') !== task.destination.notes;
  const isOtherPerson =
    textOf(form, 'name') !== (recipientName(task) ?? '') ||
    textOf(form, 'phone') !== (task.recipients[0]?.phone ?? '') ||
    textOf(form, 'language') !== textOf(form, 'knownLanguage');
  return {
    ...Object.fromEntries(Object.entries(plainOf(form)).filter(([name, value]) => isOther(task, name, value))),
    ...((place || isOtherNote) && { destination: { ...(place ?? placeOf(form)), notes: textOf(form, 'placeNotes') } }),
    ...(isOtherPerson && { recipients: recipientsOf(form) }),
  };
}

function isOther(task: Task, name: string, value: unknown): boolean {
  const before = task[name as keyof Task];
  // The field of a time knows no seconds.
  if (name === 'completeAfter' || name === 'completeBefore')
    return localTime(before as number | null) !== localTime(value as number | null);
  if (name === 'skills') return String(before) !== String(value);
  if (name !== 'requirements') return before !== value;
  return Object.entries(value as Task['requirements']).some(
    ([each, wanted]) => task.requirements[each as keyof Task['requirements']] !== wanted,
  );
}

function plainOf(form: FormData): Record<string, unknown> {
  const number = (name: string) => Number(textOf(form, name) || 0);
  const time = (name: string) => (textOf(form, name) === '' ? null : new Date(textOf(form, name)).getTime());
  return {
    completeAfter: time('completeAfter'),
    completeBefore: time('completeBefore'),
    pickupTask: form.has('pickupTask'),
    notes: textOf(form, 'notes'),
    quantity: number('quantity'),
    serviceTime: number('serviceTime'),
    skills: skillsOf(textOf(form, 'skills')),
    requirements: {
      signature: form.has('signature'),
      photo: form.has('photo'),
      notes: form.has('requiredNotes'),
      minimumAge: number('minimumAge'),
      pin: form.has('pin'),
    },
  };
}

/**
 * Whoever has neither a name nor a number is nobody. A language that nobody chose is not sent: the number may be of
 * somebody who has one.
 */
function recipientsOf(form: FormData): object[] {
  const [name, phone, language] = [textOf(form, 'name'), textOf(form, 'phone'), textOf(form, 'language')];
  const isChosen = language !== '' || textOf(form, 'knownLanguage') !== '';
  return name === '' && phone === '' ? [] : [{ name, phone, ...(isChosen && { language: language || null }) }];
}

function containerOf(key: string): Record<string, string> {
  const { type, id } = ownerOfKey(key);
  return { type, [type.toLowerCase()]: id };
}
