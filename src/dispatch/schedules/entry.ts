import { DateTime, IANAZone } from 'luxon';
import { type Static, Type } from 'typebox';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { invalidValue } from '../http/errors.ts';
import { Millis } from '../http/validate.ts';

/** One day of a worker's schedule (spec: dispatch 4). */
export const ScheduleEntry = Type.Object({
  date: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    [ERROR_TEXT]: 'must be a day as YYYY-MM-DD',
    description: 'The day as YYYY-MM-DD.',
  }),
  timezone: Type.String({ maxLength: 100, description: 'IANA time zone of the day.' }),
  shifts: Type.Array(Type.Tuple([Millis, Millis]), {
    maxItems: 50,
    description: 'Pairs of start and end, each in milliseconds since 1970.',
  }),
});
export type ScheduleEntry = Static<typeof ScheduleEntry>;

/** Days that can be set at once: more than a year. */
export const MAX_SCHEDULE_ENTRIES = 400;

/**
 * Checks the entries of a schedule and leaves out those before the current week, which are not saved (spec: dispatch
 * 4). A week begins on Monday (ISO 8601), where the entry's time zone is; a day has the 23, 24 or 25 hours it has there.
 * @throws {DispatchError} 1000 for a day or zone that does not exist, two entries of a day, and shifts that end before
 *   they begin, overlap, last longer than a day or have nothing to do with the day
 */
export function readSchedule(entries: readonly ScheduleEntry[], now: Date): ScheduleEntry[] {
  const days = new Set<string>();
  const current: ScheduleEntry[] = [];
  for (const entry of entries) {
    const day = startOfDay(entry);
    if (days.has(entry.date)) throw invalidValue(`entries must not name ${entry.date} twice.`);
    days.add(entry.date);
    checkShifts(entry, day);
    const weekStart = DateTime.fromJSDate(now, { zone: entry.timezone }).startOf('week');
    if (day >= weekStart) current.push({ ...entry, shifts: inOrder(entry.shifts) });
  }
  return current;
}

/** Shifts by their beginning, in whole milliseconds: clients decode no fractions. */
function inOrder(shifts: ScheduleEntry['shifts']): ScheduleEntry['shifts'] {
  return shifts
    .map(([start, end]): [number, number] => [Math.round(start), Math.round(end)])
    .sort((a, b) => a[0] - b[0]);
}

function startOfDay({ date, timezone }: ScheduleEntry): DateTime {
  if (!IANAZone.isValidZone(timezone)) throw invalidValue(`'${timezone.slice(0, 50)}' is not an IANA time zone.`);
  const day = DateTime.fromISO(date, { zone: timezone });
  if (!day.isValid) throw invalidValue(`${date} is not a date.`);
  return day.startOf('day');
}

function checkShifts({ date, shifts }: ScheduleEntry, day: DateTime): void {
  // Senders reckon a day in a zone of their own, which may be one off in either direction.
  const [from, to] = [day.minus({ days: 1 }).toMillis(), day.plus({ days: 2 }).toMillis()];
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const [start, end] of inOrder(shifts)) {
    if (end <= start) throw invalidValue(`A shift of ${date} must end after it begins.`);
    if (start < lastEnd) throw invalidValue(`The shifts of ${date} must not overlap.`);
    // A shift may go on after midnight, but no longer than the longest day.
    if (end > start + 25 * 3_600_000) throw invalidValue(`A shift of ${date} must not be longer than a day.`);
    if (start < from || start >= to) throw invalidValue(`A shift of ${date} must begin on that day.`);
    lastEnd = end;
  }
}
