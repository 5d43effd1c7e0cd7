import { DateTime } from 'luxon';
import type { CompletedRow } from './completed-queries.ts';

/** Number of completed tasks, by outcome. */
export interface CompletionTally {
  succeeded: number;
  failed: number;
  onTime: number;
  late: number;
}

const NOTHING: CompletionTally = { succeeded: 0, failed: 0, onTime: 0, late: 0 };

const sum = (a: CompletionTally, b: CompletionTally): CompletionTally => ({
  succeeded: a.succeeded + b.succeeded,
  failed: a.failed + b.failed,
  onTime: a.onTime + b.onTime,
  late: a.late + b.late,
});

/** Sums over all rows, including workers who are not named. */
export function total(rows: readonly CompletedRow[]): CompletionTally & { distance: number } {
  const all = rows.filter(({ quarter }) => quarter !== null);
  return { ...all.reduce(sum, NOTHING), distance: Math.round(all.reduce((metres, row) => metres + row.metres, 0)) };
}

/** By the days of a time zone, those without any among them: a day has the 23, 24 or 25 hours it has there. */
export function byDay(
  rows: readonly CompletedRow[],
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
): ({ date: string; start: number } & CompletionTally)[] {
  const days: ({ date: string; start: number } & CompletionTally)[] = [];
  const last = DateTime.fromJSDate(to, { zone: timezone });
  for (let day = DateTime.fromJSDate(from, { zone: timezone }).startOf('day'); day < last; day = day.plus({ days: 1 }))
    days.push({ date: day.toISODate()!, start: day.toMillis(), ...NOTHING });
  const byDate = new Map(days.map((day) => [day.date, day]));
  for (const row of rows) {
    const day = row.quarter && byDate.get(DateTime.fromJSDate(row.quarter, { zone: timezone }).toISODate()!);
    if (day) Object.assign(day, sum(day, row));
  }
  return days;
}

/** By the hours of the day in a time zone, 0 to 23. */
export function byHour(rows: readonly CompletedRow[], timezone: string): ({ hour: number } & CompletionTally)[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, ...NOTHING }));
  for (const row of rows) {
    if (!row.quarter) continue;
    const at = hours[DateTime.fromJSDate(row.quarter, { zone: timezone }).hour]!;
    Object.assign(at, sum(at, row));
  }
  return hours;
}
