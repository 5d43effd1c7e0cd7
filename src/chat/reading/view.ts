import type { ChatCaller, Role } from '../http/caller.ts';
import type { SentTo } from './message.ts';
import type { ReaderChannelRow } from './queries.ts';
import { outsider, participant, type Standing, standingToMoved } from './standing.ts';

/** A channel as one person stands to it. */
export type ReaderChannel = ReaderChannelRow & Standing;

/** Reader of messages. The role comes from the facts: it may have changed since the request began. */
export type MessageReader = Pick<ChatCaller, 'organizationId' | 'userId' | 'scope'>;

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
  /** IDs of those channels. */
  settledIds: string;
}

/** Returns the person's standing in the conversation of a message. */
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
