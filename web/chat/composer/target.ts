import type { Conversation } from '../../store/chat/conversation.ts';
import { ownUserId } from '../data/me.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import { composerWords as words } from './texts/index.ts';

/** Name of the place that a message goes to. */
export function targetName(conversation: Conversation): string {
  if ('channelId' in conversation)
    return words.topic({
      channel: isolated(channelName(conversation.channelId)),
      topic: isolated(topicName(conversation.topic)),
    });
  const { userIds } = conversation;
  return userIds.length === 1 && userIds[0] === ownUserId.value ? words.yourself : directName(userIds);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Returns a name that keeps its place in a sentence: one from right to left would take the signs beside it along. */
const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
