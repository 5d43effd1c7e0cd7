import { randomUUID } from 'node:crypto';
import { doCreateUser, doDeactivateUser } from '../../chat/accounts/actions.ts';
import { findChannel, hasContentAccess } from '../../chat/channels/access.ts';
import { Role } from '../../chat/http/caller.ts';
import type { Author } from '../../chat/messages/send/compose.ts';
import { realmHost } from '../../chat/settings/address.ts';
import { findUserById, usersByIds } from '../../chat/users/access.ts';
import { doUpdateUser } from '../../chat/users/actions.ts';
import { namesOfAdministrators } from '../../dispatch/administrators/access.ts';
import { workersById } from '../../dispatch/workers/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Services } from '../../platform/services.ts';
import {
  insertAdministratorUser,
  insertDriverUser,
  loadAdministratorUsers,
  loadDriverUsers,
  type StandInRow,
} from './queries.ts';
import { standInName } from './stand-in-name.ts';

/** Kind of people who can have a stand-in in the chat, and where it is stored. */
interface Kind {
  /** Put before a name that is too short for the chat. */
  label: string;
  /** Prefix of the stand-in's address. */
  address: string;
  load(reader: Reader, ids: readonly string[]): Promise<StandInRow[]>;
  insert(tx: Tx, id: string, userId: number): Promise<void>;
}

const KINDS = {
  worker: { label: 'Driver', address: 'driver', load: loadDriverUsers, insert: insertDriverUser },
  administrator: {
    label: 'Dispatcher',
    address: 'dispatcher',
    load: loadAdministratorUsers,
    insert: insertAdministratorUser,
  },
} satisfies Record<string, Kind>;

/** Author of a message in a task's topic. */
export interface TopicWriter {
  kind: keyof typeof KINDS;
  /** The worker's or the administrator's. */
  id: string;
  name: string;
  /** The chat user who they are as well; null: none. */
  userId: number | null;
}

/**
 * As whom somebody of the dispatch side writes into a channel: as the chat user who they are, where that one reads the channel; else
 * as one that stands for them and gives them no right in the chat. It is made when it is first needed.
 */
export async function doEnsureAuthor(
  tx: Tx,
  services: Services,
  writer: TopicWriter,
  channelId: number,
): Promise<Author> {
  const { organizationId } = tx;

  const facts = uncachedFacts(tx);
  const channel = await findChannel(facts, channelId);
  const own = writer.userId === null ? undefined : await findUserById(facts, writer.userId);
  if (own?.isActive && channel) {
    const author = { organizationId, userId: own.id, role: own.role, isBot: false };
    if (await hasContentAccess(facts, author, channel)) return author;
  }
  const [known] = await KINDS[writer.kind].load(tx, [writer.id]);
  const userId = known?.userId ?? (await doCreateStandIn(tx, services, writer));
  return { organizationId, userId, role: Role.guest, isBot: false };
}

async function doCreateStandIn(tx: Tx, services: Services, { kind, id, name }: TopicWriter): Promise<number> {
  const { organizationId } = tx;

  const host = realmHost(services);
  const { label, address, insert } = KINDS[kind];
  const userId = await doCreateUser(
    tx,
    {
      organizationId,
      email: `${address}-${randomUUID()}@${host}`,
      fullName: standInName(name, label),
      role: Role.guest,
      passwordHash: null,
      botType: null,
      botOwnerId: null,
      host,
      isStandIn: true,
    },
    { defaultChannels: false },
  );
  await insert(tx, id, userId);
  return userId;
}

/** Has the chat users that stand for workers be called as these are now, and end with them. */
export async function doFollowWorkers(tx: Tx, events: readonly AppendedEvent[]): Promise<void> {
  const ids = events.map(({ payload }) => (payload as { workerId: string }).workerId);
  const standIns = await standInsOf(tx, 'worker', ids);
  const workers = await workersById(tx, [...standIns.keys()]);
  await doFollow(tx, 'worker', standIns, (id) => {
    const worker = workers.get(id);
    return worker ? worker.displayName || worker.name : null;
  });
}

/** The same of administrators. */
export async function doFollowAdministrators(tx: Tx, events: readonly AppendedEvent[]): Promise<void> {
  const ids = events.map(({ payload }) => (payload as { id: string }).id);
  const standIns = await standInsOf(tx, 'administrator', ids);
  const names = await namesOfAdministrators(tx, [...standIns.keys()]);
  await doFollow(tx, 'administrator', standIns, (id) => names.get(id) ?? null);
}

/** The stand-ins of those that have one, by the ID of whom they stand for. */
async function standInsOf(tx: Tx, kind: TopicWriter['kind'], ids: readonly string[]): Promise<Map<string, number>> {
  const rows = ids.length > 0 ? await KINDS[kind].load(tx, [...new Set(ids)]) : [];
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

/** @param nameOf what somebody is called now; null: they are gone */
async function doFollow(
  tx: Tx,
  kind: TopicWriter['kind'],
  standIns: ReadonlyMap<string, number>,
  nameOf: (id: string) => string | null,
): Promise<void> {
  if (standIns.size === 0) return;
  const users = await usersByIds(tx, [...standIns.values()]);
  for (const [id, userId] of standIns) {
    const name = nameOf(id);
    const user = users.get(userId)!;
    if (name !== null) await doUpdateUser(tx, user, { fullName: standInName(name, KINDS[kind].label) });
    else if (user.isActive) await doDeactivateUser(tx, userId);
  }
}
