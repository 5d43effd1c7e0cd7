import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doChangeRole } from '../accounts/actions.ts';
import { doDeleteQueuesOf } from '../event-queues/actions.ts';
import { isAdministrator, type Role } from '../http/caller.ts';
import { type User, usersByIds } from '../users/access.ts';
import { emitBot } from '../users/actions.ts';
import { presentedDefaults } from './access.ts';
import { emitAdded } from './actions.ts';
import { presentBot, presentService } from './bot.ts';
import { loadBotIds, loadServices } from './queries.ts';

/** Bots that one change of a role tells of, an event each; of more, the person's clients register anew. */
const MAX_BOTS_TOLD = 200;

/**
 * Changes a role, and tells whoever becomes an administrator, or no longer is one, which bots of others they manage now.
 * @param by who changes it, for the security log
 */
export async function doChangeRoleOfManager(tx: Tx, before: User, role: Role, by: number | 'operator'): Promise<void> {
  await doChangeRole(tx, before, role, by);
  if (isAdministrator({ role }) === isAdministrator(before)) return;
  const ids = await loadBotIds(tx, null);
  const bots = [...(await usersByIds(tx, ids)).values()].filter(({ botOwnerId }) => botOwnerId !== before.id);
  if (bots.length > MAX_BOTS_TOLD) return doDeleteQueuesOf(tx, before.id);
  if (isAdministrator({ role })) await emitManaged(tx, { ...before, role }, bots);
  else for (const { id } of bots) emitBot(tx, before.id, { op: 'delete', bot: { user_id: id } }, 'ownerAlone');
}

async function emitManaged(tx: Tx, manager: User, bots: readonly User[]): Promise<void> {
  const { organizationId } = tx;

  const ids = bots.map(({ id }) => id);
  const reader = { organizationId, userId: manager.id, role: manager.role };
  const defaults = await presentedDefaults(tx, uncachedFacts(tx), reader, ids);
  const services = Map.groupBy(await loadServices(tx, ids), ({ userId }) => userId);
  for (const bot of bots) {
    const called = (services.get(bot.id) ?? []).map((service) => presentService(service));
    emitAdded(tx, presentBot(bot, defaults(bot.id), called), { alone: manager.id });
  }
}
