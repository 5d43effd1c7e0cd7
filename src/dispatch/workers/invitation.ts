import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/db/tx.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import type { Services } from '../../platform/services.ts';
import { doInviteWorker, doStartNotifying } from '../notifications/actions.ts';

/** Without characters that look like another one: it is read off one screen and typed into another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 10 characters of 4.95 bits: more than rate-limited guessing can try. */
const LENGTH = 10;

/** A password to sign in with once, and the form in which it is kept. */
export interface TemporaryPassword {
  password: string;
  hash: string;
}

export async function newTemporaryPassword(services: Services): Promise<TemporaryPassword> {
  const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return { password, hash: await hashPassword(services, password) };
}

/**
 * Tells a new worker by SMS where the app is and how to sign in (spec: dispatch 4), in the organization's words. With the
 * first worker its recipients' notifications start.
 */
export async function doSendInvitation(
  tx: Tx,
  organization: Organization,
  worker: { id: string; name: string; phone: string },
  password: string,
  publicUrl: string,
): Promise<void> {
  await doStartNotifying(tx, organization.id);
  await doInviteWorker(tx, organization, { ...worker, password, link: `${publicUrl}/driver` });
}
