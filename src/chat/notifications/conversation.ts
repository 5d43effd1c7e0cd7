import { encodeNarrowOperand, topicHref } from '../markdown/links.ts';
import type { Message } from '../reading/message.ts';

/** Returns the key of a message's conversation. Messages with the same key are in one conversation. */
export function conversationKey({ channelId, recipientId, topic }: Message): string {
  return channelId === null ? `${recipientId}` : `${recipientId} ${topic.toLowerCase()}`;
}

/** The address at which a client opens a message in its conversation. */
export function conversationUrl(realmUrl: string, message: Message): string {
  const { id, channelId, channelName, topic, people } = message;
  const place =
    channelId === null
      ? `/#narrow/dm/${encodeNarrowOperand(people.map((person) => person.id).join(','))}`
      : topicHref({ id: channelId, name: channelName! }, topic);
  return `${realmUrl}${place}/near/${id}`;
}
