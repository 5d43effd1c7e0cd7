import {
  isUndisturbed,
  type NotificationFacts,
  type NotificationTrigger,
  notificationTriggerOf,
} from '../../../rules/notifications.ts';
import { isTopicMuted, mutedUsers, TOPIC_POLICY, topicPolicyOf } from '../../store/chat/select/muting.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Message } from '../../store/wire/chat.ts';

/** Why a message asks for attention on this device; undefined: it does not in that form. */
export interface Attention {
  desktop: NotificationTrigger | undefined;
  sound: NotificationTrigger | undefined;
}

const NONE: Attention = { desktop: undefined, sound: undefined };

/** Decides what a message does on an open page. The rule is the one that the server follows for e-mails and pushes. */
export function attentionFor(state: ChatState, message: Message, now: Date): Attention {
  if (message.sender_id === state.ownUserId || message.flags.includes('read')) return NONE;
  const facts = factsFor(state, message);
  if (isUndisturbed(facts.settings, now.getTime() / 1000)) return NONE;
  const causes = causesFor(state, message);
  return {
    desktop: notificationTriggerOf('desktop', causes, facts),
    sound: notificationTriggerOf('sound', causes, facts),
  };
}

/** Whether flags name the reader, which an edit may add. */
export const isNaming = (flags: readonly string[]): boolean => flags.some((flag) => NAMED_BY.has(flag));

const NAMED_BY: ReadonlyMap<string, NotificationTrigger> = new Map([
  ['mentioned', 'mention'],
  ['topic_wildcard_mentioned', 'topic_wildcard'],
  ['stream_wildcard_mentioned', 'channel_wildcard'],
]);

function causesFor(state: ChatState, { stream_id: channelId, subject, flags }: Message): Set<NotificationTrigger> {
  if (channelId === undefined) return new Set(['direct']);
  const causes = new Set(flags.flatMap((flag) => NAMED_BY.get(flag) ?? []));
  if (state.subscriptions.has(channelId)) causes.add('channel');
  if (topicPolicyOf(state, channelId, subject) === TOPIC_POLICY.followed) causes.add('followed_topic');
  // A word of the person's own is as good as their name, where they did not mute the place.
  if (flags.includes('has_alert_word') && !isTopicMuted(state, channelId, subject)) causes.add('mention');
  return causes;
}

function factsFor(state: ChatState, { stream_id: channelId, subject, sender_id }: Message): NotificationFacts {
  const own = channelId === undefined ? undefined : state.subscriptions.get(channelId);
  return {
    settings: state.fields.user_settings as NotificationFacts['settings'],
    channel: {
      desktop: own?.desktop_notifications ?? null,
      sound: own?.audible_notifications ?? null,
      wildcard: own?.wildcard_mentions_notify ?? null,
    },
    isMuted: channelId !== undefined && isTopicMuted(state, channelId, subject),
    isFollowed: channelId !== undefined && topicPolicyOf(state, channelId, subject) === TOPIC_POLICY.followed,
    isSenderMuted: mutedUsers(state).has(sender_id),
  };
}
