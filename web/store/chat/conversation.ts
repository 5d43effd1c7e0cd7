/** Place of an unread message. `userIds`: everybody in a direct conversation, ascending. */
export type Conversation = { channelId: number; topic: string } | { userIds: readonly number[] };

/** Topics that differ in case only are one. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId} ${topic.toLowerCase()}`;
}

/** A conversation as text: the same for the same conversation, however its topic is written. */
export function conversationKey(conversation: Conversation): string {
  return 'userIds' in conversation
    ? `direct ${conversation.userIds.join(',')}`
    : `topic ${topicKey(conversation.channelId, conversation.topic)}`;
}

export function ascending(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}
