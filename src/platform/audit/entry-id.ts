import { randomBytes } from 'node:crypto';

const TIME_DIGITS = 12;
/** Digits for the place among the entries of one transaction, which have one time. */
const PLACE_DIGITS = 4;

/** An ID of 24 hexadecimal digits that sorts by time, then by the place within its transaction. */
export function newEntryId(at: Date, place: number): string {
  const inOrder = hex(at.getTime(), TIME_DIGITS) + hex(Math.min(place, 0xffff), PLACE_DIGITS);
  return inOrder + randomBytes(4).toString('hex');
}

/** Common prefix of all IDs of a time and lower bound: no ID sorts before `firstIdAt` of its own time. */
export const firstIdAt = (milliseconds: number) => hex(milliseconds, TIME_DIGITS);

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
