import { isStorable } from '../../platform/http/text.ts';
import { SessionError } from '../session/session-errors.ts';

/** A place in a list as a page is handed it, to ask for what comes after. */
export function writePlace(...values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** @throws {SessionError} where it is none with so many values */
export function readPlace(place: string, count: number): string[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(place, 'base64url').toString());
    if (Array.isArray(values) && values.length === count && values.every(isText)) return values;
  } catch {
    // As one that is no place.
  }
  throw new SessionError('invalid_body', 'after must be a position from an earlier page of this list.');
}

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);
