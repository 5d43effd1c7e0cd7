import type { UserSettings } from '../settings/user-settings.ts';

/*
 * Pure rule that decides who is notified of a message by e-mail or push. A message may concern a person for several
 * causes; the first whose setting allows it counts.
 */

/** Why a message concerns a person, the most personal first. */
export const causes = ['direct', 'mention', 'topic_wildcard', 'channel_wildcard', 'followed_topic', 'channel'] as const;
export type NotificationTrigger = (typeof causes)[number];

/** Causes that a text makes: an edit may add them. */
export const namings = ['mention', 'topic_wildcard', 'channel_wildcard'] as const satisfies NotificationTrigger[];

/**
 * Facts about a person and a message's place on which the decision depends. Null in `channel`: the person's general
 * setting applies.
 */
export interface NotificationFacts {
  settings: UserSettings;
  /** A subscriber's own settings of the channel; of direct messages nothing is set. */
  channel: { email: boolean | null; push: boolean | null; wildcard: boolean | null };
  /** The topic is muted, or the channel and not the topic for itself. */
  isMuted: boolean;
  isFollowed: boolean;
  isSenderMuted: boolean;
}

export type NotificationMedium = 'email' | 'push';

/** The cause of a person's notification; undefined: none is sent. */
export function triggerOf(
  medium: NotificationMedium,
  given: ReadonlySet<NotificationTrigger>,
  facts: NotificationFacts,
): NotificationTrigger | undefined {
  if (facts.isSenderMuted) return undefined;
  return causes.find((cause) => given.has(cause) && isWanted(medium, cause, facts));
}

/** Whether a person who uses no client at the moment wants notifications for this cause. */
export function isWanted(medium: NotificationMedium, cause: NotificationTrigger, facts: NotificationFacts): boolean {
  const { settings, channel, isMuted, isFollowed } = facts;
  const isEmail = medium === 'email';
  const ofPeople = isEmail ? settings.enable_offline_email_notifications : settings.enable_offline_push_notifications;
  switch (cause) {
    case 'direct':
    // A mention by name notifies in muted places too.
    case 'mention':
      return ofPeople;
    case 'topic_wildcard':
    case 'channel_wildcard':
      if (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) return ofPeople;
      return ofPeople && !isMuted && (channel.wildcard ?? settings.wildcard_mentions_notify);
    case 'followed_topic':
      return (
        isFollowed &&
        (isEmail
          ? settings.enable_followed_topic_email_notifications
          : settings.enable_followed_topic_push_notifications)
      );
    case 'channel':
      if (isMuted) return false;
      return isEmail
        ? (channel.email ?? settings.enable_stream_email_notifications)
        : (channel.push ?? settings.enable_stream_push_notifications);
  }
}

/** Whether a person is notified although they use a client at the moment. */
export function isNotifiedWhileActive(medium: NotificationMedium, { settings }: NotificationFacts): boolean {
  return medium === 'push' && settings.enable_online_push_notifications;
}
