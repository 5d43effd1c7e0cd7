import { randomBytes, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random characters of `[0-9A-Za-z]` from the system's generator: 5.95 bits each. */
export function randomText(length: number): string {
  let text = '';
  // 248 = 4 × 62: bytes above are thrown away, so that every character is equally likely.
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/**
 * A dispatch object ID: 24 characters (143 bits), opaque and unguessable.
 * client: node-onfleet takes only /^[a-zA-Z\d*~]{24}$/ for an ID; pyonfleet's tests want the organization's alphanumeric.
 */
export function newObjectId(): string {
  return randomText(24);
}

/** The form of a dispatch object ID, whether or not such an object exists. */
export const OBJECT_ID_PATTERN = '^[A-Za-z0-9*~]{24}$';

/** Eight hexadecimal digits, as a task's `shortId` (D.2). */
export function newShortId(): string {
  return randomInt(0, 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** Whether a list names each of `all` once: a new order of them. */
export function isOrderOf(ids: readonly number[], all: readonly number[]): boolean {
  const named = new Set(ids);
  return named.size === ids.length && named.size === all.length && all.every((id) => named.has(id));
}
