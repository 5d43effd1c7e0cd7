import { randomInt, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import { DispatchError } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';

/** Wrong tries, after which only a new PIN is checked (docs/decisions/0091-pins.md). */
const MAX_WRONG_PINS = 5;
const DIGITS = 4;

/** The PIN that the recipient has said, in requests. */
export const PinInput = Type.Optional(
  Nullable(Type.String({ minLength: 1, maxLength: 20 }), {
    description: 'What the recipient gave the worker; required for a success if the task requires it.',
  }),
);

/** A new PIN, sealed: nobody but its recipient reads it. */
export function sealNewPin(secrets: SecretBox): Buffer {
  return secrets.seal(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'));
}

/** A sealed PIN as its recipient reads it; null when its key was lost: dispatch makes a new one then. */
export function openPin(secrets: SecretBox, sealed: Buffer): string | null {
  try {
    return secrets.open(sealed);
  } catch {
    return null;
  }
}

/** Whether a PIN as it was typed is the sealed one. */
export function isPin(secrets: SecretBox, sealed: Buffer, typed: string): boolean {
  const opened = openPin(secrets, sealed);
  if (opened === null) return false;
  const [right, given] = [Buffer.from(opened), Buffer.from(typed.trim())];
  return right.length === given.length && timingSafeEqual(right, given);
}

/** Fields of a task that the PIN check uses. */
interface AskingTask {
  requirements: { pin: boolean };
  state: number;
  wrongPins: number;
}

/**
 * Number of wrong PINs that an unfinished task still allows before dispatch must create a new PIN; undefined if the
 * task requires no PIN.
 */
export function triesLeft({ requirements, state, wrongPins }: AskingTask): number | undefined {
  return requirements.pin && state < 3 ? Math.max(0, MAX_WRONG_PINS - wrongPins) : undefined;
}

/** The refusal of a wrong PIN, or of any while none is checked. */
export function wrongPin(left: number): DispatchError {
  if (left === 0) return new DispatchError(1000, 'The PIN was wrong too many times. Ask dispatch for a new PIN.');
  return new DispatchError(1000, `The PIN is wrong. ${left} ${left === 1 ? 'attempt is' : 'attempts are'} left.`);
}
