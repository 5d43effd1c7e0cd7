import { ChatError } from '../../chat/http/errors.ts';
import type { Author } from '../../chat/messages/send/compose.ts';
import { doSendMessage } from '../../chat/messages/send/send.ts';
import { invalidValue } from '../../dispatch/http/errors.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { TopicPlace } from '../conversations/conversation.ts';

/** Message to send and the sending program. */
export interface TopicMessageInput {
  content: string;
  client: string;
  /** The sender's own ID of it. */
  local: { queueId: string; localId: string } | null;
}

/**
 * Says something in a task's topic. Whether its author may is decided by the task, not by the channel.
 * @returns the message's ID
 * @throws {DispatchError} 1000 with what the chat says against it
 */
export async function doSendTopicMessage(
  tx: Tx,
  services: Services,
  author: Author,
  { channelId, topic }: TopicPlace,
  topicMessage: TopicMessageInput,
): Promise<number> {
  const recipient = { type: 'channel' as const, to: channelId, topic };
  try {
    const draft = { ...recipient, ...topicMessage, readBySender: true, isPermitted: true };
    return (await doSendMessage(tx, services, uncachedFacts(tx), author, draft)).id;
  } catch (error) {
    if (error instanceof ChatError) throw invalidValue(error.message);
    throw error;
  }
}
