import { DateTime } from 'luxon';

/** Minutes of the day; `from` after `to` is over midnight. */
export interface QuietHours {
  from: number;
  to: number;
}

/**
 * Returns the end of the current quiet hours; undefined outside of them.
 * @param timezone IANA name
 */
export function quietUntil(now: Date, { from, to }: QuietHours, timezone: string): Date | undefined {
  const local = DateTime.fromJSDate(now, { zone: timezone });
  const minute = local.hour * 60 + local.minute;
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return undefined;
  const end = local.startOf('day').set({ hour: Math.floor(to / 60), minute: to % 60 });
  return (end > local ? end : end.plus({ days: 1 })).toJSDate();
}

/** The day that a message counts for, `YYYY-MM-DD`. */
export function localDay(now: Date, timezone: string): string {
  return DateTime.fromJSDate(now, { zone: timezone }).toISODate()!;
}
