import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { isSpectator, Role } from '../../http/caller.ts';
import { groupIdsOfUser } from '../../user-groups/access.ts';
import { findUserById } from '../../users/access.ts';
import type { SentTo } from '../message.ts';
import { loadReaderChannels, type ReaderChannelRow } from './queries.ts';
import { outsider, participant, type Standing, standingToMoved } from './standing.ts';
import { standingOf } from './standings.ts';

/** A channel as one person stands to it. */
export type ReaderChannel = ReaderChannelRow & Standing;

/** Who reads. Their role comes from the facts: a request may have begun before it was another one. */
export type MessageReader = Pick<ChatCaller, 'organizationId' | 'userId'>;

/** The state of channels that decides which messages a person sees. Direct messages are checked in the query itself. */
export interface ReaderView {
  organizationId: string;
  userId: number;
  role: Role;
  /** Groups that the person is in, for mentions. */
  groupIds: readonly number[];
  channels: ReadonlyMap<number, ReaderChannel>;
  /** Channels whose every message the person may see. */
  open: ReadonlySet<number>;
  /** The same as PostgreSQL writes a multirange, as are the other `…Ids`. */
  openIds: string;
  /** Channels that the person may read at present, at least what came to them. */
  readableIds: string;
  /** Channels in which messages can be unread. */
  unreadIds: string;
  /** Channels that the person may read and is or was subscribed to. */
  received: readonly ReaderChannel[];
  /** Every later message of the channels that the person is subscribed to came to the person. */
  settledAfter: number;
  /** Those channels. */
  settledIds: string;
}

/** Loaded once for each person and state of the organization. */
export function readerView(facts: FactSource, reader: MessageReader): Promise<ReaderView> {
  const { organizationId, userId } = reader;
  return facts.read(organizationId, `view of ${userId}`, async (from) => loadView(from, facts, organizationId, userId));
}

async function loadView(from: Reader, facts: FactSource, organizationId: string, userId: number): Promise<ReaderView> {
  const [rows, groupIds, user] = await Promise.all([
    loadReaderChannels(from, organizationId, userId),
    groupIdsOfUser(facts, organizationId, userId),
    findUserById(facts, organizationId, userId),
  ]);
  const role = user?.role ?? Role.guest;
  // The world knows nothing of what is archived.
  const known = isSpectator({ userId }) ? rows.filter((row) => row.isWebPublic && !row.isArchived) : rows;
  const channels = known.map(
    (row): ReaderChannel => ({ ...row, ...standingOf(row, { ...row, userId, role, groupIds }) }),
  );
  const idsOf = (some: readonly ReaderChannel[]) => some.map(({ id }) => id);
  const open = idsOf(channels.filter(({ isOpen }) => isOpen));
  const settled = channels.filter(({ presentAfter }) => presentAfter !== null);
  return {
    organizationId,
    userId,
    role,
    groupIds: [...groupIds],
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    open: new Set(open),
    openIds: asMultirange(open),
    readableIds: asMultirange(idsOf(channels.filter(({ isReadable }) => isReadable))),
    unreadIds: asMultirange(idsOf(channels.filter(({ unreadAfter }) => unreadAfter !== null))),
    received: channels.filter(({ wasSubscribed, isReadable }) => wasSubscribed && isReadable),
    settledAfter: settled.reduce((latest, { presentAfter }) => Math.max(latest, presentAfter!), 0),
    settledIds: asMultirange(idsOf(settled)),
  };
}

/** How the person stands to the conversation of a message. */
export function standingIn(
  view: ReaderView,
  {
    channelId,
    userIds,
    sent,
  }: { channelId: number | null; userIds: readonly number[]; sent?: SentTo | null | undefined },
): Standing {
  if (channelId === null) return userIds.includes(view.userId) ? participant : outsider;
  const here = view.channels.get(channelId) ?? outsider;
  return sent ? standingToMoved(here, view.channels.get(sent.channelId) ?? outsider, sent.movedAtEventId) : here;
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
