import { channelName } from './names.ts';
import { act } from './outbox.ts';

/** Sets the person's policy for a topic (`TOPIC_POLICY`). */
export async function setTopicPolicy(channelId: number, topic: string, policy: number): Promise<void> {
  await act({ kind: 'topic policy', channelId, topic, policy });
}

/** Mutes a channel, pins it, or takes that back. */
export async function setChannelSetting(
  channelId: number,
  property: 'is_muted' | 'pin_to_top',
  value: boolean,
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
