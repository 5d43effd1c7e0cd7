import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { LocationInput } from '../geography/location.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';
import { Millis, Nullable, ObjectId } from '../http/validate.ts';

/** Fields of every action of a device, so that it may be repeated and late. */
export const actionFields = {
  actionId: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100 }), {
      description: 'ID that the device gives the action. A repeat with the same ID changes nothing.',
    }),
  ),
  time: Type.Optional(
    Nullable(Millis, {
      description: "When it was done, by the device's clock, in milliseconds since 1970; now if absent.",
    }),
  ),
};

/** Fields of an action on a task: also the device's location; without it, its last report counts. */
export const taskActionFields = {
  ...actionFields,
  location: Type.Optional(
    Nullable(LocationInput, {
      description: 'Where the device was: [longitude, latitude]. If absent, its last report counts.',
    }),
  ),
};

/** ID of the worker that the device acts for: another worker may have signed in to the browser in the meantime. */
export const whoseField = {
  worker: Type.Optional(
    Type.Union([ObjectId, Type.Null()], { description: "Refused when it is not the caller's own ID." }),
  ),
};

/** @throws {DispatchError} 1300 for what is another worker's */
export function checkWhose({ workerId }: WorkerCaller, worker: string | null | undefined): void {
  if (worker && worker !== workerId) throw new DispatchError(1300, 'This belongs to another worker.');
}

/** Fields of every answer to an action. */
export const actionAnswer = {
  deviceClockAhead: Type.Optional(
    Type.Integer({ description: "Milliseconds by which the device's clock is ahead: the action counts as done now." }),
  ),
};

/** A device's action, by the ID that the device gave it. */
export interface DriverAction {
  id: string;
  /** Equal for equal actions; the ID is refused for a different one. */
  fingerprint: string;
}

/**
 * The action of a request; undefined when the device gave it no ID.
 * @param what what was done, to which task, and what was said of it; not the time, which a retry may give anew
 */
export function actionOf(actionId: string | null | undefined, ...what: readonly unknown[]): DriverAction | undefined {
  if (!actionId) return undefined;
  return { id: actionId, fingerprint: createHash('sha256').update(JSON.stringify(what)).digest('base64url') };
}
