import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Millis, Nullable } from '../http/validate.ts';

/** What every action of a device carries, so that it may be sent again and late. */
export const actionFields = {
  actionId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  time: Type.Optional(Nullable(Millis)),
};

/** What a device did, under the ID that it gave the action. */
export interface DriverAction {
  id: string;
  /** Equal for equal actions: the ID is refused for any other one. */
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
