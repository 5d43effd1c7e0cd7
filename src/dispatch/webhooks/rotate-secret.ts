import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { deleteSealedSecret, findSealedSecrets, insertSealedSecret, promoteSealedSecret } from './queries.ts';

/**
 * Begins a rotation: creates the next secret, hexadecimal. Deliveries are signed with both (Standard Webhooks)
 * until it is confirmed; the vendor's headers with the old one.
 * @returns undefined while another rotation is under way
 */
export async function doBeginRotation(tx: Tx, secrets: SecretBox): Promise<string | undefined> {
  const { organizationId } = tx;

  if ((await findSealedSecrets(tx))?.next) return undefined;
  const secret = randomBytes(32).toString('hex');
  // Two simultaneous rotations: the second waits here for the first.
  const given = { sealed: secrets.seal(secret), isShown: true };
  if (!(await insertSealedSecret(tx, 'webhook-next', given))) return undefined;
  tx.audit({ organizationId, action: 'webhook_secret.rotation_begun' });
  return secret;
}

/** Ends a rotation: the next secret replaces the old one. False when no rotation is under way. */
export async function doConfirmRotation(tx: Tx): Promise<boolean> {
  const { organizationId } = tx;

  if (!(await promoteSealedSecret(tx))) return false;
  tx.audit({ organizationId, action: 'webhook_secret.rotated' });
  return true;
}

/** Cancels a rotation: the old secret stays. False when no rotation is under way. */
export async function doCancelRotation(tx: Tx): Promise<boolean> {
  const { organizationId } = tx;

  if (!(await deleteSealedSecret(tx, 'webhook-next'))) return false;
  tx.audit({ organizationId, action: 'webhook_secret.rotation_cancelled' });
  return true;
}
