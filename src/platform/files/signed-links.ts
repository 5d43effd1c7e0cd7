import { equalsInConstantTime } from '../credentials/equal.ts';
import type { Services } from '../services.ts';

/**
 * Signs an address so that whoever has it gets in, for a while.
 * @param purpose what it opens: a signature for one purpose is none for another
 * @returns `TIME.SIGNATURE`, to be put into the address; URL-safe
 */
export function signLink({ secrets, clock }: Services, purpose: string, subject: string, seconds: number): string {
  const until = Math.ceil(clock.now().getTime() / 1000) + seconds;
  return `${until}.${secrets.sign(purpose, `${until} ${subject}`)}`;
}

/** Whether the signature is ours, for this purpose and subject, and its time has not passed. */
export function isSignedLink({ secrets, clock }: Services, purpose: string, subject: string, signed: string): boolean {
  const [until = '', signature = ''] = signed.split('.');
  if (!/^\d{1,12}$/.test(until) || Number(until) < clock.now().getTime() / 1000) return false;
  return equalsInConstantTime(secrets.sign(purpose, `${until} ${subject}`), signature);
}
