import { createHash } from 'node:crypto';
import { Type } from 'typebox';

/** The address at which a browser's maker takes its pushes. */
export const Endpoint = Type.String({ pattern: '^https?://', maxLength: 2048 });

/** By which a subscription is found; the address itself is sealed. */
export function endpointHashOf(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}
