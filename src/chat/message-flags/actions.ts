import type { Tx } from '../../platform/db/tx.ts';
import { emitFlagChange } from '../reading/emit-flags.ts';
import { flagBits } from '../reading/flags.ts';
import { canBeUnread } from '../reading/standing.ts';
import { type ReaderView, standingIn } from '../reading/view.ts';
import type { FlagChange } from './editable-flags.ts';
import { addFlag, addToRead, type MarkableMessageRow, removeFlag, removeFromRead } from './queries.ts';

export interface ChangedFlags {
  /** Messages whose flag changed, ascending. */
  updatedIds: number[];
  /** Channels whose messages cannot be unread, because the person is not subscribed. */
  ignoredChannelIds: number[];
}

/** Sets or clears a person's flag on messages, and tells the person's clients of those that it changed. */
export async function doUpdateFlags(
  tx: Tx,
  view: ReaderView,
  { op, flag }: FlagChange,
  messages: readonly MarkableMessageRow[],
): Promise<ChangedFlags> {
  const markable =
    flag === 'read' && op === 'remove'
      ? messages.filter((each) => canBeUnread(standingIn(view, each), each.id))
      : messages;
  const isSet = (each: MarkableMessageRow) => (flag === 'read' ? !each.isUnread : (each.bits & flagBits[flag]) !== 0);
  const changed = markable.filter((each) => isSet(each) !== (op === 'add'));
  const updatedIds = changed.map(({ id }) => id);
  const skipped = messages.filter(({ channelId }) => channelId !== null && !isSubscribed(view, channelId));
  const ignoredChannelIds = [...new Set(skipped.map(({ channelId }) => channelId!))].sort((a, b) => a - b);
  if (updatedIds.length === 0) return { updatedIds, ignoredChannelIds };
  if (flag === 'read') await (op === 'add' ? addToRead : removeFromRead)(tx, view, updatedIds);
  else await (op === 'add' ? addFlag : removeFlag)(tx, view, flag, updatedIds);
  // client: zulip-flutter keeps what is unread by conversation, and knows it of no message that it has not fetched.
  const details =
    flag === 'read' && op === 'remove'
      ? Object.fromEntries(changed.map((each) => [each.id, detailsOf(view, each)]))
      : undefined;
  emitFlagChange(tx, { op, flag, ids: updatedIds, userIds: [view.userId] }, details);
  return { updatedIds, ignoredChannelIds };
}

function isSubscribed(view: ReaderView, channelId: number): boolean {
  return view.channels.get(channelId)?.isSubscribed ?? false;
}

function detailsOf({ userId }: ReaderView, { channelId, topic, userIds, isMentioned, isMuted }: MarkableMessageRow) {
  const mentioned = isMentioned ? { mentioned: true } : {};
  if (channelId === null) return { type: 'private', ...mentioned, user_ids: userIds.filter((id) => id !== userId) };
  return { type: 'stream', ...mentioned, stream_id: channelId, topic, unmuted_stream_msg: !isMuted };
}
