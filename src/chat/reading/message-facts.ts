import type { Message, SentTo } from './message.ts';

/** The facts of a message that decide its flags, together with the reader's own marks. */
export interface MessageFacts {
  id: number;
  recipientId: number;
  channelId: number | null;
  /** Everybody of a direct message; empty for channel messages. */
  userIds: readonly number[];
  senderId: number;
  readBySender: boolean;
  channelWildcard: boolean;
  mentionedGroupIds: readonly number[];
  /** Null: it stands where it was sent. */
  sent: SentTo | null;
}

export function messageFacts(message: Message): MessageFacts {
  const { id, recipientId, channelId, people, sender, readBySender, channelWildcard, mentionedGroupIds } = message;
  return {
    id,
    recipientId,
    channelId,
    userIds: people.map((person) => person.id),
    senderId: sender.id,
    readBySender,
    channelWildcard,
    mentionedGroupIds,
    sent: message.sent ?? null,
  };
}
