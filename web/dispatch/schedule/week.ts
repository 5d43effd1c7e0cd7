import type { GetScheduleAnswer } from '../../store/wire/dispatch.ts';

export type ScheduleEntry = GetScheduleAnswer['entries'][number];

/** A shift as its fields have it, where the reader is: one that ends before it begins ends on the next day. */
export interface ShiftFields {
  /** On which it begins: where the reader is that may be a day before or after the one that the schedule has it under. */
  day: string;
  from: string;
  to: string;
}

const two = (n: number) => String(n).padStart(2, '0');
const dateText = (day: Date) => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
const timeText = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** The days of a week that begins on its Monday (ISO 8601), as the schedule names them. @param ahead 0: this week */
export function daysOfWeek(now: Date, ahead: number): string[] {
  const monday = now.getDate() - ((now.getDay() + 6) % 7) + 7 * ahead;
  return Array.from({ length: 7 }, (_, n) => dateText(new Date(now.getFullYear(), now.getMonth(), monday + n)));
}

/** The shifts of a day. */
export function shiftsOf(entries: readonly ScheduleEntry[], date: string): ShiftFields[] {
  const entry = entries.find((each) => each.date === date);
  return (entry?.shifts ?? []).map(([from, to]) => {
    const begin = new Date(from!);
    return { day: dateText(begin), from: timeText(begin), to: timeText(new Date(to!)) };
  });
}

/** A day that somebody writes. */
export interface ChangedDay {
  /** As it was when they began with it. */
  before: readonly ShiftFields[];
  shifts: readonly ShiftFields[];
}

const isSameDay = (one: readonly ShiftFields[], other: readonly ShiftFields[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The changed days with another one, or without it where it was put back: then it is as the schedule has it, whoever writes there. */
export function withDay(
  days: ReadonlyMap<string, ChangedDay>,
  { date, shifts }: { date: string; shifts: readonly ShiftFields[] },
  entries: readonly ScheduleEntry[],
): ReadonlyMap<string, ChangedDay> {
  const before = days.get(date)?.before ?? shiftsOf(entries, date);
  const next = new Map(days);
  if (isSameDay(before, shifts)) next.delete(date);
  else next.set(date, { before, shifts });
  return next;
}

/** The days that are others now, as the API takes them. */
export function changedEntries(
  entries: readonly ScheduleEntry[],
  days: ReadonlyMap<string, ChangedDay>,
): ScheduleEntry[] {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...days]
    .map(([date, { shifts }]) => [date, shifts] as const)
    .filter(([date, shifts]) => !isSameDay(shiftsOf(entries, date), shifts))
    .map(([date, shifts]) => ({ date, timezone, shifts: shifts.map(spanOf) }));
}

function spanOf({ day: date, from, to }: ShiftFields): [number, number] {
  const at = (time: string, plusDays: number) => {
    const [year, month, day] = date.split('-').map(Number);
    const [hours, minutes] = time.split(':').map(Number);
    return new Date(year!, month! - 1, day! + plusDays, hours, minutes).getTime();
  };
  return [at(from, 0), at(to, to <= from ? 1 : 0)];
}
