/** A moment that is offered by name. */
export interface NamedTime {
  name: 'soon' | 'today' | 'tomorrow' | 'monday' | 'at';
  at: Date;
}

/** Hours of a working day at which people expect what was written to be read. */
const MORNING = 9;
const EVENING = 18;

/** Returns the moments that are offered for a message or a mention of a time, the next one first. */
export function namedTimes(now: Date): NamedTime[] {
  const day = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, 0, 0, 0);
  const soon = new Date(Math.ceil((now.getTime() + 50 * 60_000) / 600_000) * 600_000);
  const times: NamedTime[] = [{ name: 'soon', at: soon }];
  if (day(0, EVENING).getTime() - soon.getTime() > 30 * 60_000) times.push({ name: 'today', at: day(0, EVENING) });
  times.push({ name: 'tomorrow', at: day(1, MORNING) });
  // On Sunday tomorrow is Monday.
  const toMonday = ((8 - now.getDay()) % 7 || 7) as number;
  if (toMonday > 1) times.push({ name: 'monday', at: day(toMonday, MORNING) });
  return times;
}

/** Returns the next moment of a time of day as people write it: `14:30`, `9 pm`, `9.15`; undefined for anything else. */
export function parseTimeOfDay(text: string, now: Date): Date | undefined {
  const match = /^\s*(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?\s*$/i.exec(text);
  if (!match) return undefined;
  const [, hourText, minuteText, half] = match;
  if (minuteText === undefined && half === undefined) return undefined;
  let hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (minute > 59 || hour > 23 || (half && (hour > 12 || hour === 0))) return undefined;
  if (half) hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at;
}

/** Returns the text that shows a moment in everybody's own time zone, with the writer's offset so that its source can be read. */
export function timeReference(at: Date): string {
  const pad = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const offset = -at.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${pad(offset / 60)}:${pad(Math.abs(offset) % 60)}`;
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `<time:${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:00${zone}>`;
}

/** Value of a field of date and time: `2030-01-02T09:00`, in the zone of the device. */
export function dateFieldValue(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
