import { limits } from '../../chat/settings/realm-settings.ts';
import { RESOLVED_PREFIX } from '../../chat/topics/topic-name.ts';

/** A topic of a channel. */
export interface TopicPlace {
  channelId: number;
  topic: string;
}

/** A task's topic. */
export interface Conversation {
  taskId: string;
  /** Place at which it starts. */
  begins: TopicPlace;
  /** Its first message; null: not written yet. */
  anchorId: number | null;
  /** Whether the task is done, as far as the log was read. */
  isDone: boolean;
  /** Present place; null: none, or one that starts with other messages or belongs to another task. */
  place: TopicPlace | null;
}

/** Returns the name of a task's topic. @param who the recipient or destination */
export function topicOfTask(shortId: string, who: string): string {
  return withEnd(`${shortId} ${who}`.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim(), '');
}

/** Another name for a topic whose own is taken. */
export function otherTopic(topic: string, n: number): string {
  return n < 2 ? topic : withEnd(topic, ` (${n})`);
}

/** A topic's name, cut so that its end and the mark of a resolved one fit beside it. */
function withEnd(name: string, end: string): string {
  const length = limits.maxTopicLength - RESOLVED_PREFIX.length - end.length;
  return [...name].slice(0, length).join('').trim() + end;
}

/** A topic's name without the mark of a resolved one, and with it. */
export function bothNames(topic: string): [open: string, resolved: string] {
  const open = topic.startsWith(RESOLVED_PREFIX) ? topic.slice(RESOLVED_PREFIX.length) : topic;
  return [open, RESOLVED_PREFIX + open];
}
