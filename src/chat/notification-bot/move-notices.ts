import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { Channel } from '../channels/access.ts';
import type { ChatCaller } from '../http/caller.ts';
import { nameChannelTopic, namePerson } from '../notices/names.ts';
import { type NoticeTexts, noticeTexts } from '../notices/texts.ts';
import { emitFlagChange } from '../reading/emit-flags.ts';
import { realmOf } from '../realms/access.ts';
import { isResolvedTopic, isResolving } from '../topics/topic-name.ts';
import { doSendNotice } from './actions.ts';
import { markResolutionRead } from './queries.ts';

/** A topic of a channel. */
interface Thread {
  channel: Channel;
  topic: string;
}

/** Messages that went from one topic to another. */
export interface MovedMessages {
  from: Thread;
  to: Thread;
  count: number;
  /** Whether the topic that they left has no message any more. */
  isWholeTopic: boolean;
}

/**
 * Announces a move where the messages were and where they are, as the mover asks; and a topic that was resolved or
 * unresolved, once, without being asked. Another spelling of the same topic is not announced.
 * client: PATCH /messages/{message_id}, `send_notification_to_old_thread` and `send_notification_to_new_thread`
 */
export async function doSendMoveNotices(
  tx: Tx,
  services: Services,
  mover: ChatCaller,
  { from, to, count, isWholeTopic }: MovedMessages,
  asked: { inOldThread: boolean; inNewThread: boolean },
): Promise<void> {
  const staysInChannel = from.channel.id === to.channel.id;
  if (staysInChannel && from.topic.toLowerCase() === to.topic.toLowerCase()) return;
  const { language } = await realmOf(uncachedFacts(tx));
  const texts = noticeTexts(language);
  const who = namePerson({ id: mover.userId, fullName: mover.fullName });
  const send = ({ channel, topic }: Thread, content: string) =>
    doSendNotice(tx, services, { channelId: channel.id, topic }, content);
  if (staysInChannel && isWholeTopic && isResolving(from.topic, to.topic)) {
    const text = isResolvedTopic(to.topic) ? texts.resolved : texts.unresolved;
    await doMarkResolutionRead(tx, await send(to, text({ person: who })));
    return;
  }
  // A number would reveal messages of a protected history to newcomers.
  const isCounted = hasOpenHistory(from.channel) && hasOpenHistory(to.channel);
  const moved = isWholeTopic ? 'all' : isCounted ? 'other' : 'some';
  if (asked.inNewThread) await send(to, texts.movedHere({ mover: who, moved, count, from: nameFor(texts, to, from) }));
  if (asked.inOldThread && !from.channel.isArchived)
    await send(from, texts.movedAway({ mover: who, moved, count, to: nameFor(texts, from, to) }));
}

/** Marks the notice as read for those who want it so; the page of whoever it came to hears it with the notice. */
async function doMarkResolutionRead(tx: Tx, noticeId: number): Promise<void> {
  const userIds = await markResolutionRead(tx, noticeId);
  if (userIds.length > 0) emitFlagChange(tx, { op: 'add', flag: 'read', ids: [noticeId], userIds });
}

/**
 * The other end of a move, for the readers of one end: a private channel is not named outside it, and with a protected
 * history no topic, of which some of its readers may have seen nothing.
 */
function nameFor(texts: NoticeTexts, readers: Thread, { channel, topic }: Thread): string {
  if (channel.inviteOnly && channel.id !== readers.channel.id) return texts.aPrivateChannel;
  return hasOpenHistory(channel) ? nameChannelTopic(channel.name, topic) : texts.anotherTopic;
}

function hasOpenHistory(channel: Channel): boolean {
  return !channel.inviteOnly || channel.historyPublicToSubscribers;
}
