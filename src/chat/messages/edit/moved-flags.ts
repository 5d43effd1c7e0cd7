import type { Tx } from '../../../platform/db/tx.ts';
import type { Channel } from '../../channels/channel.ts';
import { groupIdsOfUsers } from '../../user-groups/access.ts';
import { emitFlagChange, type FlagChangeOf } from '../emit-flags.ts';
import { type FlagName, flagNames, mentionBits } from '../flags.ts';
import { messagesSeenBy } from './audience.ts';
import {
  type FlaggingMessageRow,
  loadFlaggingMessages,
  loadNamings,
  loadReceptionChanges,
  loadStars,
  type ReceptionChangeRow,
} from './moved-flags-queries.ts';

/*
 * What a person received follows from when they were in the channel in which a message stands
 * (docs/decisions/0010-nothing-per-recipient.md), so a move to another channel can change a message's flags for its
 * readers. Their clients are told of it as of any other change of flags (docs/decisions/0026-flags-that-move.md).
 */

/** Emits how flags differ for the subscribers of where messages moved. The move is written already. */
export async function emitFlagsOfMove(
  tx: Tx,
  organizationId: string,
  ids: readonly number[],
  from: Channel,
  to: Channel,
): Promise<void> {
  const shared = { id: to.id, isShared: to.historyPublicToSubscribers };
  const changes = await loadReceptionChanges(tx, organizationId, ids, from, shared);
  if (changes.length === 0) return;
  const changed = [...new Set(changes.flatMap(({ lost, gained, read }) => [...lost, ...gained, ...read]))];
  const messages = await loadFlaggingMessages(tx, organizationId, changed);
  const namings = await namingsOf(tx, organizationId, messages, changes);
  const bySender = Map.groupBy(messages, ({ senderId }) => senderId);
  const events = new FlagEvents();
  for (const { userIds, ...change } of changes) {
    const named = { lost: among(namings.ids, change.lost), gained: among(namings.ids, change.gained) };
    for (const userId of userIds) noteChange(events, change, named, bySender.get(userId) ?? [], userId, namings);
  }
  for (const event of events.all()) emitFlagChange(tx, organizationId, event);
}

/**
 * Notes a change for one of the people who share it.
 * @param named those of its messages that name anybody
 * @param own messages that the person wrote
 */
function noteChange(
  events: FlagEvents,
  { lost, gained, read }: Omit<ReceptionChangeRow, 'userIds'>,
  named: Pick<ReceptionChangeRow, 'lost' | 'gained'>,
  own: readonly FlaggingMessageRow[],
  userId: number,
  namings: Namings,
): void {
  const ownIds = new Set(own.map(({ id }) => id));
  const readOwnIds = new Set(own.filter(({ readBySender }) => readBySender).map(({ id }) => id));
  events.note('add', 'read', without(read, readOwnIds), userId);
  // Whoever wrote a message has it as their own wherever it stands.
  for (const [op, ids, naming] of [
    ['remove', without(lost, ownIds), without(named.lost, ownIds)],
    ['add', without(gained, ownIds), without(named.gained, ownIds)],
  ] as const) {
    events.note(op === 'add' ? 'remove' : 'add', 'historical', ids, userId);
    const flags = naming.flatMap((id) => flagNames(namings.bitsOf(userId, id), false).map((flag) => ({ flag, id })));
    for (const [flag, those] of Map.groupBy(flags, (each) => each.flag)) {
      const flagged = those.map(({ id }) => id);
      events.note(op, flag, flagged, userId);
    }
  }
}

/** How messages name people. */
interface Namings {
  /** Those that name anybody. */
  ids: readonly number[];
  bitsOf(userId: number, messageId: number): number;
}

async function namingsOf(
  tx: Tx,
  organizationId: string,
  messages: readonly FlaggingMessageRow[],
  changes: readonly ReceptionChangeRow[],
): Promise<Namings> {
  const rows = await loadNamings(
    tx,
    organizationId,
    messages.map(({ id }) => id),
  );
  const ofRows = new Map(rows.map(({ userId, messageId, bits }) => [`${userId} ${messageId}`, bits]));
  const rowIds = new Set(rows.map(({ messageId }) => messageId));
  const naming = messages.filter(
    ({ id, channelWildcard, mentionedGroupIds }) => channelWildcard || mentionedGroupIds.length > 0 || rowIds.has(id),
  );
  const byId = new Map(naming.map((message) => [message.id, message]));
  const isGroupNamed = naming.some(({ mentionedGroupIds }) => mentionedGroupIds.length > 0);
  const userIds = isGroupNamed ? changes.flatMap((change) => change.userIds) : [];
  const groups = await groupIdsOfUsers(tx, organizationId, userIds);
  return {
    ids: [...byId.keys()],
    bitsOf(userId, messageId) {
      const person = { userId, groupIds: groups.get(userId) ?? new Set<number>() };
      // People whom the text names by themselves have rows.
      const byText = mentionBits({ ...byId.get(messageId)!, mentionedUserIds: [] }, person);
      return byText | (ofRows.get(`${userId} ${messageId}`) ?? 0);
    },
  };
}

/** A star that comes back into sight with its message is told to its owner, whose client may not know of it. */
export async function emitStarsOfMove(
  tx: Tx,
  organizationId: string,
  ids: readonly number[],
  from: Channel,
  to: Channel,
): Promise<void> {
  const stars = await loadStars(tx, organizationId, ids);
  const owners = stars.map(({ userId }) => userId);
  const saw = await messagesSeenBy(tx, organizationId, from, ids, owners);
  const see = await messagesSeenBy(tx, organizationId, to, ids, owners);
  const events = new FlagEvents();
  for (const { userId, ids: starred } of stars) {
    const [before, now] = [new Set(saw.get(userId)), new Set(see.get(userId))];
    const back = starred.filter((id) => now.has(id) && !before.has(id));
    events.note('add', 'starred', back, userId);
  }
  for (const event of events.all()) emitFlagChange(tx, organizationId, event);
}

/** Changes of flags; people with the same change share its event. */
class FlagEvents {
  readonly #events = new Map<string, FlagChangeOf & { userIds: number[] }>();
  /** Most people share their lists, and they may be long. */
  readonly #keys = new WeakMap<readonly number[], string>();

  note(op: FlagChangeOf['op'], flag: FlagName, ids: readonly number[], userId: number): void {
    if (ids.length === 0) return;
    const list = this.#keys.get(ids) ?? ids.join();
    this.#keys.set(ids, list);
    const key = `${op} ${flag} ${list}`;
    const known = this.#events.get(key);
    if (known) known.userIds.push(userId);
    else this.#events.set(key, { op, flag, ids, userIds: [userId] });
  }

  all(): Iterable<FlagChangeOf> {
    return this.#events.values();
  }
}

function without(ids: readonly number[], some: ReadonlySet<number>): readonly number[] {
  return some.size === 0 ? ids : ids.filter((id) => !some.has(id));
}

function among(ids: readonly number[], some: readonly number[]): number[] {
  const set = new Set(some);
  return ids.filter((id) => set.has(id));
}
