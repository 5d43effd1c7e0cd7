import { isResolvedTopic } from '../../chat/topics/topic-name.ts';
import type { Task } from '../../dispatch/tasks/present.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { findConversation } from '../conversations/access.ts';
import type { TopicPlace } from '../conversations/conversation.ts';
import { presentTaskMessage, type TopicMessages, type TopicReader } from './present.ts';
import { loadTopicMessages, type TopicMessageRow } from './queries.ts';

export { loadTopicMessages, type TopicMessageRow };

/** One message of a topic; undefined: it was deleted, or is elsewhere. */
export async function loadTopicMessage(
  reader: Reader,
  place: TopicPlace,
  id: number,
): Promise<TopicMessageRow | undefined> {
  return (await loadTopicMessages(reader, place, { after: id - 1, before: id + 1, limit: 1 }))[0];
}

/** Result for a task that has no topic and cannot have one. */
export const NOTHING_SAID: TopicMessages = {
  isAvailable: false,
  isOpen: false,
  isResolved: false,
  messages: [],
  hasOlder: false,
  hasNewer: false,
};

/** Returns the messages in a task's topic for anybody who may see the task; the chat's permissions are not checked. */
export async function readTopicMessages(
  reader: Reader,
  facts: FactSource,
  task: Pick<Task, 'id' | 'container'>,
  { before, after, limit = 50 }: { before?: number; after?: number; limit?: number },
  self: TopicReader,
): Promise<TopicMessages> {
  const { conversation, isAvailable } = await findConversation(reader, facts, task);
  if (!conversation?.place) return { ...NOTHING_SAID, isAvailable };
  const isForward = after !== undefined && before === undefined;
  const found = await loadTopicMessages(reader, conversation.place, {
    before,
    after,
    limit: limit + 1,
  });
  const isMore = found.length > limit;
  const shown = isForward ? found.slice(0, limit) : found.slice(-limit);
  return {
    isAvailable,
    isOpen: true,
    isResolved: isResolvedTopic(conversation.place.topic),
    messages: shown.map((message) => presentTaskMessage(message, self)),
    hasOlder: isForward ? after > 0 : isMore,
    hasNewer: isForward ? isMore : before !== undefined,
  };
}
