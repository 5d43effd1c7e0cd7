import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { TurnOwner } from '../../platform/turns.ts';
import { accessOrganization } from '../organization/access.ts';
import type { Viewer } from '../sight/fragments.ts';
import { workersById } from '../workers/access.ts';
import { doInviteAgain, newTemporaryPassword, type TemporaryPassword } from '../workers/actions.ts';
import { lockUninvited } from './queries.ts';

/** Workers of one transaction: their passwords take a processor a second or two. */
export const MAX_TOGETHER = 25;

/** Makes passwords one after the other, so that people who sign in have their turns between them. */
export async function newTemporaryPasswords(
  services: Services,
  owner: TurnOwner,
  count: number,
): Promise<TemporaryPassword[]> {
  const made: TemporaryPassword[] = [];
  for (let n = 0; n < count; n++) made.push(await newTemporaryPassword(services, owner));
  return made;
}

/**
 * Invites by SMS workers who were never invited, the oldest first. Two requests at once invite different ones.
 * @param secrets a password for each
 * @returns how many
 */
export async function doInviteUninvited(
  tx: Tx,
  viewer: Viewer,
  secrets: readonly TemporaryPassword[],
  publicUrl: string,
): Promise<number> {
  const { organizationId } = tx;
  const organization = await accessOrganization(tx);
  const ids = await lockUninvited(tx, viewer, secrets.length);
  const workers = await workersById(tx, ids);
  for (const [n, id] of ids.entries()) {
    const worker = workers.get(id)!;
    await doInviteAgain(tx, organization, worker, { hasChosen: false, secret: secrets[n]! }, publicUrl);
    tx.audit({ organizationId, action: 'worker.invitation_sent', object: { kind: 'worker', id, name: worker.name } });
  }
  return ids.length;
}
