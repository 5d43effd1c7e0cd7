import type { Conversation } from '../../store/chat/conversation.ts';
import { ownUserId } from '../data/me.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import { composerWords as words } from './texts/index.ts';

/** Name of the place that a message goes to. */
export function targetName(conversation: Conversation): string {
  if ('channelId' in conversation)
    return words.topic({ channel: channelName(conversation.channelId), topic: topicName(conversation.topic) });
  const { userIds } = conversation;
  return userIds.length === 1 && userIds[0] === ownUserId.value ? words.yourself : directName(userIds);
}
