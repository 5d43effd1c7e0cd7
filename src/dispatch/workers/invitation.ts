import { randomInt } from 'node:crypto';
import type { Tx } from '../../platform/db/tx.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { doRenewJoinToken, joinLink } from '../../platform/people/join-link.ts';
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
 * Tells a new worker by SMS how to sign in (spec: dispatch 4), in the organization's words: by a link under which they choose
 * a password, or by a temporary one. With the first worker its recipients' notifications start.
 */
export async function doSendInvitation(
  tx: Tx,
  organization: Organization,
  worker: { id: string; personId: string; name: string; phone: string },
  password: string,
  publicUrl: string,
): Promise<void> {
  await doStartNotifying(tx, organization.id);
  const { personId, phone } = worker;
  const token = await doRenewJoinToken(tx, { organizationId: organization.id, personId, address: phone });
  await doInviteWorker(tx, organization, { ...worker, password, link: joinLink(publicUrl, token) });
}
