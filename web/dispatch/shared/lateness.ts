import { words } from '../texts/index.ts';
import { inMinutes, span } from '../texts/units.ts';

/** Returns how late something is: by how much from a minute on, else only that it is. */
export function lateText(seconds: number | null): string {
  return seconds !== null && seconds > 59 ? words.lateBy({ time: span(seconds * 1000) }) : words.late;
}

/**
 * Returns how a worker's day changes.
 * @param minutes by which it ends later; negative: earlier
 * @param late tasks that become late
 */
export function changeText(minutes: number, late: number): string {
  return words.becomes({ minutes: `${minutes < 0 ? '−' : '+'}${inMinutes(Math.abs(minutes))}`, late });
}
