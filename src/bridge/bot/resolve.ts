import { findChannel } from '../../chat/channels/access.ts';
import { doUpdateMessage } from '../../chat/messages/edit/actions.ts';
import { loadMessages } from '../../chat/messages/message-loader.ts';
import type { Author } from '../../chat/messages/send/compose.ts';
import { doSendMoveNotices } from '../../chat/notification-bot/move-notices.ts';
import { isResolvedTopic } from '../../chat/topics/topic-name.ts';
import { findCaller } from '../../chat/users/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { loadIdsOfTopic } from '../conversations/access.ts';
import { bothNames, type TopicPlace } from '../conversations/conversation.ts';

/**
 * Marks a task's topic as resolved, as a person would in the chat; one that is so already stays as it is. The
 * transaction holds the log, and nothing else moves.
 * @param anchorId a message of the topic
 * @returns where it is now
 */
export async function doResolveTopic(
  tx: Tx,
  services: Services,
  bot: Author,
  { place, anchorId }: { place: TopicPlace; anchorId: number },
): Promise<TopicPlace> {
  if (isResolvedTopic(place.topic)) return place;
  const facts = uncachedFacts(tx);
  const channel = (await findChannel(facts, place.channelId))!;
  const [message] = await loadMessages(tx, facts, [anchorId]);
  const ids = await loadIdsOfTopic(tx, place);
  const topic = bothNames(place.topic)[1];
  const move = { ids, from: channel, to: { channel, topic }, mode: 'change_all' as const };
  const { emptied } = await doUpdateMessage(tx, bot.userId, message!, channel, { move });
  const mover = { ...(await findCaller(facts, bot.userId))!, credentialId: '' };
  const moved = {
    from: { channel, topic: message!.topic },
    to: { channel, topic },
    count: ids.length,
    isWholeTopic: emptied,
  };
  await doSendMoveNotices(tx, services, mover, moved, { inOldThread: false, inNewThread: false });
  return { channelId: channel.id, topic };
}
