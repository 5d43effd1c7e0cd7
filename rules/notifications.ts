/*
 * Pure rule that decides who is notified of a message: by e-mail or push (the server), on the screen or by a sound (a
 * page that is open). A message may concern a person for several causes; the first whose setting allows it counts.
 */

/** Why a message concerns a person, the most personal first. */
export const causes = ['direct', 'mention', 'topic_wildcard', 'channel_wildcard', 'followed_topic', 'channel'] as const;
export type NotificationTrigger = (typeof causes)[number];

/** Causes that a text makes: an edit may add them. */
export const namings = ['mention', 'topic_wildcard', 'channel_wildcard'] as const satisfies NotificationTrigger[];

export type NotificationMedium = 'email' | 'push' | 'desktop' | 'sound';

/** The person's settings for each medium: for people and mentions, for topics that they follow, for whole channels. */
const SETTINGS = {
  email: [
    'enable_offline_email_notifications',
    'enable_followed_topic_email_notifications',
    'enable_stream_email_notifications',
  ],
  push: [
    'enable_offline_push_notifications',
    'enable_followed_topic_push_notifications',
    'enable_stream_push_notifications',
  ],
  desktop: [
    'enable_desktop_notifications',
    'enable_followed_topic_desktop_notifications',
    'enable_stream_desktop_notifications',
  ],
  sound: ['enable_sounds', 'enable_followed_topic_audible_notifications', 'enable_stream_audible_notifications'],
} as const satisfies Record<NotificationMedium, readonly [string, string, string]>;

/** Settings of a person (spec: chat 4.2) that the rule reads. */
type NotificationSettings = Record<
  | (typeof SETTINGS)[NotificationMedium][number]
  | 'wildcard_mentions_notify'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'enable_online_push_notifications',
  boolean
> & {
  /** UNIX seconds; 0: the person may be disturbed. */
  do_not_disturb_until: number;
};

/**
 * Facts about a person and a message's place on which the decision depends. Null or absent in `channel`: the person's
 * general setting applies.
 */
export interface NotificationFacts {
  settings: NotificationSettings;
  /** A subscriber's own settings of the channel; of direct messages nothing is set. */
  channel: Partial<Record<NotificationMedium | 'wildcard', boolean | null>>;
  /** The topic is muted, or the channel and not the topic for itself. */
  isMuted: boolean;
  isFollowed: boolean;
  isSenderMuted: boolean;
}

/** The cause of a person's notification; undefined: none is sent. */
export function notificationTriggerOf(
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
  const [ofPeople, ofFollowed, ofChannels] = SETTINGS[medium];
  switch (cause) {
    case 'direct':
    // A mention by name notifies in muted places too.
    case 'mention':
      return settings[ofPeople];
    case 'topic_wildcard':
    case 'channel_wildcard':
      if (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) return settings[ofPeople];
      return settings[ofPeople] && !isMuted && (channel.wildcard ?? settings.wildcard_mentions_notify);
    case 'followed_topic':
      return isFollowed && settings[ofFollowed];
    case 'channel':
      return !isMuted && (channel[medium] ?? settings[ofChannels]);
  }
}

/** Whether a person does not want to be told of anything at a time, in UNIX seconds. */
export function isUndisturbed({ do_not_disturb_until }: NotificationSettings, at: number): boolean {
  return at < do_not_disturb_until;
}

/** Whether a person is notified although they use a client at the moment. */
export function isNotifiedWhileActive(medium: NotificationMedium, { settings }: NotificationFacts): boolean {
  return medium === 'push' && settings.enable_online_push_notifications;
}
