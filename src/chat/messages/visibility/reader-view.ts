import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { Role } from '../../http/caller.ts';
import { groupIdsOfUser, isInGroupSetting } from '../../user-groups/access.ts';
import { findUserById } from '../../users/access.ts';
import { loadReaderChannels, type ReaderChannel } from './queries.ts';

export type { ReaderChannel } from './queries.ts';

/** Who reads. Their role comes from the facts: a request may have begun before it was another one. */
export type MessageReader = Pick<ChatCaller, 'organizationId' | 'userId'>;

/** What of the channels decides which messages a person sees. Direct messages are judged in the query itself. */
export interface ReaderView {
  organizationId: string;
  userId: number;
  role: Role;
  /** Groups that the person is in, for mentions. */
  groupIds: readonly number[];
  channels: ReadonlyMap<number, ReaderChannel>;
  /** Channels whose every message the person may see. */
  open: ReadonlySet<number>;
  /** The same as PostgreSQL writes a multirange. */
  openIds: string;
  /** Channels that the person is or was subscribed to. */
  received: readonly ReaderChannel[];
  /** Every later message of the channels that the person is subscribed to came to the person. */
  settledAfter: number;
  /** Those channels, as PostgreSQL writes a multirange. */
  settledIds: string;
}

/** Loaded once for each person and state of the organization. */
export function readerView(facts: FactSource, reader: MessageReader): Promise<ReaderView> {
  const { organizationId, userId } = reader;
  return facts.read(organizationId, `view of ${userId}`, async (from) => loadView(from, facts, organizationId, userId));
}

async function loadView(from: Reader, facts: FactSource, organizationId: string, userId: number): Promise<ReaderView> {
  const [channels, groupIds, user] = await Promise.all([
    loadReaderChannels(from, organizationId, userId),
    groupIdsOfUser(facts, organizationId, userId),
    findUserById(facts, organizationId, userId),
  ]);
  const role = user?.role ?? Role.guest;
  const open = new Set<number>();
  for (const channel of channels) {
    if (await isOpen(facts, { organizationId, userId, role }, channel)) open.add(channel.id);
  }
  const settled = channels.filter(({ presentAfter }) => presentAfter !== null);
  return {
    organizationId,
    userId,
    role,
    groupIds: [...groupIds],
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    open,
    openIds: asMultirange([...open]),
    received: channels.filter((channel) => channel.wasSubscribed),
    settledAfter: settled.reduce((latest, { presentAfter }) => Math.max(latest, presentAfter!), 0),
    settledIds: asMultirange(settled.map(({ id }) => id)),
  };
}

/** @param ids ascending */
function asMultirange(ids: readonly number[]): string {
  const ranges: string[] = [];
  let from = 0;
  ids.forEach((id, index) => {
    if (index === 0 || id !== ids[index - 1]! + 1) from = id;
    if (id + 1 !== ids[index + 1]) ranges.push(`[${from},${id}]`);
  });
  return `{${ranges.join(',')}}`;
}

/** Whether a message of the channel came to the person while subscribed. */
export function isReceivedIn({ receivedAfter, receivedUntil }: ReaderChannel, messageId: number): boolean {
  for (let period = 0; period < receivedAfter.length; period++) {
    if (messageId > receivedAfter[period]! && messageId <= receivedUntil[period]!) return true;
  }
  return false;
}

/** Whether all of a channel's messages, those before one's own time included, are there to be read. */
async function isOpen(
  facts: FactSource,
  { organizationId, userId, role }: { organizationId: string; userId: number; role: Role },
  channel: ReaderChannel,
): Promise<boolean> {
  if (channel.isWebPublic) return true;
  if (!channel.inviteOnly && role !== Role.guest) return true;
  if (!channel.historyPublicToSubscribers) return false;
  if (channel.isSubscribed) return true;
  if (role === Role.guest) return false;
  // As `hasContentAccess` of channels has it: whoever can bring themselves in is not kept out of reading.
  for (const group of channel.entryGroups) {
    if (await isInGroupSetting(facts, organizationId, { userId }, group)) return true;
  }
  return false;
}
