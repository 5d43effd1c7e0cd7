import type { SubscriptionSettings } from '../../store/chat/state.ts';
import { channelName } from './names.ts';
import { act } from './outbox.ts';

/** Sets the person's policy for a topic (`TOPIC_POLICY`). */
export async function setTopicPolicy(channelId: number, topic: string, policy: number): Promise<void> {
  await act({ kind: 'topic policy', channelId, topic, policy });
}

/** Changes one of the person's own settings for a channel. */
export async function setChannelSetting(
  channelId: number,
  property: Exclude<keyof SubscriptionSettings, 'in_home_view'>,
  value: boolean | string,
): Promise<void> {
  await act({ kind: 'channel setting', channelId, property, value });
}

/** Subscribes the person to a channel, or takes that back. */
export async function setSubscribed(channelId: number, isSubscribed: boolean): Promise<void> {
  await act({ kind: 'subscribe', channelId, name: channelName(channelId), isSubscribed });
}

/** Mutes a person, or takes that back. */
export async function setUserMuted(userId: number, isMuted: boolean): Promise<void> {
  await act({ kind: 'mute person', userId, isMuted });
}
