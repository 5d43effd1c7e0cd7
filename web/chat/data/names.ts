import type { Narrow } from '../../store/chat/narrow.ts';
import { words } from '../texts/index.ts';
import { chat } from './chat.ts';
import { ownUserId } from './me.ts';

/** Name of a person; of one who is not known here, their ID. */
export function nameOf(userId: number): string {
  return chat.value.state.users.get(userId)?.full_name ?? `#${userId}`;
}

export function channelName(id: number): string {
  return chat.value.state.channels.get(id)?.name ?? `#${id}`;
}

/** A topic as it is shown: the empty one has a name of its own, which the organization may choose. */
export function topicName(topic: string): string {
  const own = chat.value.state.fields.realm_empty_topic_display_name;
  return topic === '' ? (typeof own === 'string' && own !== '' ? own : words.noTopic) : topic;
}

/** Names of the others in a direct conversation; one's own where nobody else is in it. */
export function directName(userIds: readonly number[]): string {
  const others = userIds.filter((id) => id !== ownUserId.value);
  return (others.length > 0 ? others : [...userIds]).map(nameOf).join(', ');
}

/** Title of a screen that shows a narrow. */
export function titleOf(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
      return `${topicName(narrow.topic)} · #${channelName(narrow.channelId)}`;
    case 'channel':
      return `#${channelName(narrow.channelId)}`;
    case 'direct':
      return directName(narrow.userIds);
    default:
      return words.screens[narrow.kind];
  }
}
