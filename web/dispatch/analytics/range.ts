import type { AddressParts } from '../data/address.ts';

/** Days that the server counts at once. */
export const MAX_DAYS = 31;
const DEFAULT_DAYS = 7;

/** The days of the address, both included, as fields of dates have them; without any the last week. */
export interface DayRange {
  from: string;
  to: string;
  days: number;
}

/** A day as the field of it has it, where the reader is. */
function dayText(day: Date): string {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
}

/** The midnight at which a day begins where the reader is. */
function midnight(day: string, plusDays = 0): Date {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + plusDays);
}

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(midnight(text!).getTime());

/** The last so many days, today among them. */
export function lastDays(days: number): Pick<DayRange, 'from' | 'to'> {
  const today = dayText(new Date());
  return { from: dayText(midnight(today, 1 - days)), to: today };
}

export function rangeOf({ since, until }: AddressParts): DayRange {
  const usual = lastDays(DEFAULT_DAYS);
  const range = { from: isDay(since) ? since : usual.from, to: isDay(until) ? until : usual.to };
  const days = Math.round((midnight(range.to, 1).getTime() - midnight(range.from).getTime()) / 86_400_000);
  return { ...range, days };
}

/** Returns the path of the request. */
export function pathOf({ from, to }: DayRange, { team, driver }: AddressParts): string {
  const query = new URLSearchParams({
    from: String(midnight(from).getTime()),
    to: String(midnight(to, 1).getTime()),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(team && { team }),
    ...(driver && { worker: driver }),
  });
  return `/api/v2/analytics?${query}`;
}
