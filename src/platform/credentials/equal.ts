import { timingSafeEqual } from 'node:crypto';

/** Whether a given signature or token is the expected one; the time does not tell how much of it is right. */
export function equalsInConstantTime(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
