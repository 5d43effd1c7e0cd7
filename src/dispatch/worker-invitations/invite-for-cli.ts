import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { WHOLE_SIGHT } from '../http/caller.ts';
import { doInviteUninvited, MAX_TOGETHER, newTemporaryPasswords } from './actions.ts';
import { countUninvited } from './queries.ts';

/**
 * Invites workers who were never invited, the oldest first. A run that is killed leaves nobody half invited.
 * @param batch workers at most
 */
export async function inviteWorkersForCli(
  services: Services,
  organizationId: string,
  batch: number,
): Promise<{ invited: number; waiting: number }> {
  const { database } = services;
  const [viewer, reader] = [{ organizationId, sight: WHOLE_SIGHT }, database.reader.of(organizationId)];
  const publicUrl = await organizationUrl(services, organizationId);
  let invited = 0;
  for (;;) {
    const waiting = await countUninvited(reader, viewer);
    const count = Math.min(waiting, MAX_TOGETHER, batch - invited);
    if (count === 0) return { invited, waiting };
    const secrets = await newTemporaryPasswords(services, { organizationId }, count);
    const some = await database.transaction((tx) => doInviteUninvited(tx, viewer, secrets, publicUrl), {
      organizationId,
    });
    // Somebody else is inviting the rest.
    if (some === 0) return { invited, waiting };
    invited += some;
  }
}
