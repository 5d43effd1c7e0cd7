import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { deleteSealedSecret, findSealedSecrets, insertSealedSecret, promoteSealedSecret } from './queries.ts';

/**
 * Begins a rotation: makes the secret that comes next, hexadecimal. Deliveries are signed with both (Standard Webhooks)
 * until it is confirmed; the vendor's headers with the old one.
 * @returns undefined while another rotation is under way
 */
export async function doBeginRotation(tx: Tx, organizationId: string, secrets: SecretBox): Promise<string | undefined> {
  if ((await findSealedSecrets(tx, organizationId))?.next) return undefined;
  const secret = randomBytes(32).toString('hex');
  await insertSealedSecret(tx, organizationId, 'webhook-next', secrets.seal(secret));
  return secret;
}

/** Ends a rotation: the next secret is the only one from now on. False when there is none under way. */
export async function doConfirmRotation(tx: Tx, organizationId: string): Promise<boolean> {
  if (!(await findSealedSecrets(tx, organizationId))?.next) return false;
  await deleteSealedSecret(tx, organizationId, 'webhook');
  await promoteSealedSecret(tx, organizationId);
  return true;
}

/** Gives a rotation up: the old secret stays. False when there is none under way. */
export function doCancelRotation(tx: Tx, organizationId: string): Promise<boolean> {
  return deleteSealedSecret(tx, organizationId, 'webhook-next');
}
