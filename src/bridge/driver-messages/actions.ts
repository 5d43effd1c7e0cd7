import { randomUUID } from 'node:crypto';
import { doCreateUser, doDeactivateUser } from '../../chat/accounts/actions.ts';
import { findChannel, hasContentAccess } from '../../chat/channels/access.ts';
import { Role } from '../../chat/http/caller.ts';
import type { Author } from '../../chat/messages/send/compose.ts';
import { realmHost } from '../../chat/settings/address.ts';
import { findUserById, findUserIdOfPerson, usersByIds } from '../../chat/users/access.ts';
import { doUpdateUser } from '../../chat/users/actions.ts';
import { findPersonIdOfWorker, type WorkerRow, workersById } from '../../dispatch/workers/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import type { UserId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { driverName } from './driver-name.ts';
import { insertDriverUser, loadDriverUsers } from './queries.ts';

/** The chat user who a worker is as well; null: none. */
export async function findOwnUser(
  reader: Reader,
  facts: FactSource,
  organizationId: string,
  workerId: string,
): Promise<number | null> {
  const personId = await findPersonIdOfWorker(reader, organizationId, workerId);
  return personId === null ? null : findUserIdOfPerson(facts, organizationId, personId);
}

/**
 * As whom a worker writes into a channel: as the chat user who they are, where that one reads the channel; else as one that stands for
 * them and gives them no right in the chat. It is made when it is first needed.
 */
export async function doEnsureDriverAuthor(
  tx: Tx,
  services: Services,
  worker: WorkerRow,
  channelId: number,
): Promise<Author> {
  const { organizationId } = worker;
  const facts = uncachedFacts(tx);
  const channel = await findChannel(facts, organizationId, channelId);
  const ownId = await findOwnUser(tx, facts, organizationId, worker.id);
  const own = ownId === null ? undefined : await findUserById(facts, organizationId, ownId);
  if (own?.isActive && channel) {
    const author = { organizationId, userId: own.id as UserId, role: own.role, isBot: false };
    if (await hasContentAccess(facts, author, channel)) return author;
  }
  const [known] = await loadDriverUsers(tx, organizationId, [worker.id]);
  const userId = (known?.userId as UserId | undefined) ?? (await doCreateDriverUser(tx, services, worker));
  return { organizationId, userId, role: Role.guest, isBot: false };
}

async function doCreateDriverUser(tx: Tx, services: Services, worker: WorkerRow): Promise<UserId> {
  const { organizationId } = worker;
  const host = realmHost(services);
  const userId = await doCreateUser(
    tx,
    {
      organizationId,
      email: `driver-${randomUUID()}@${host}`,
      fullName: driverName(worker),
      role: Role.guest,
      passwordHash: null,
      botType: null,
      botOwnerId: null,
      host,
      isStandIn: true,
    },
    { defaultChannels: false },
  );
  await insertDriverUser(tx, organizationId, worker.id, userId);
  return userId;
}

/** Has the chat users that stand for workers be called as these are now, and end with them. */
export async function doFollowWorkers(tx: Tx, organizationId: string, events: readonly AppendedEvent[]): Promise<void> {
  const ids = [...new Set(events.map(({ payload }) => (payload as { workerId: string }).workerId))];
  const standIns = ids.length > 0 ? await loadDriverUsers(tx, organizationId, ids) : [];
  if (standIns.length === 0) return;
  const workers = await workersById(
    tx,
    organizationId,
    standIns.map(({ workerId }) => workerId),
  );
  const users = await usersByIds(
    tx,
    organizationId,
    standIns.map(({ userId }) => userId),
  );
  for (const { workerId, userId } of standIns) {
    const worker = workers.get(workerId);
    const user = users.get(userId)!;
    if (worker) await doUpdateUser(tx, organizationId, user, { fullName: driverName(worker) });
    else if (user.isActive) await doDeactivateUser(tx, organizationId, userId);
  }
}
