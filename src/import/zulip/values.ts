import { type JsonObject, storableText } from '../json.ts';

/** The ID in a member of a row, as a text; undefined: it is none. */
export function rowId(row: JsonObject, name: string): string | undefined {
  const value = row[name] ?? row[`${name}_id`];
  return Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : undefined;
}

/** Microseconds since 1970 of a time in seconds, or of a text with one; undefined: it is none. */
function microsecondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1000 : value;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < 4e9)) return undefined;
  return Math.round(seconds * 1e6);
}

/** ISO 8601, to the microsecond; undefined: it is no time. */
export function exactTime(value: unknown): string | undefined {
  const microseconds = microsecondsOf(value);
  if (microseconds === undefined) return undefined;
  const whole = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19);
  return `${whole}.${String(microseconds % 1e6).padStart(6, '0')}Z`;
}

/** The text of a member; empty: it is none. */
export const textIn = (row: JsonObject, name: string): string => storableText(row[name]);
