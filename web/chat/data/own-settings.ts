import { request } from '../../shared/session/session.ts';
import { refuse } from './refuse.ts';

/** Sets the person's policy for a topic (`TOPIC_POLICY`). */
export function setTopicPolicy(channelId: number, topic: string, policy: number): Promise<void> {
  return ask('/api/v1/user_topics', { stream_id: channelId, topic, visibility_policy: policy });
}

/** Mutes a channel, pins it, or takes that back. */
export function setChannelSetting(
  channelId: number,
  property: 'is_muted' | 'pin_to_top',
  value: boolean,
): Promise<void> {
  return ask('/api/v1/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channelId, property, value }],
  });
}

/** Subscribes the person to a channel. */
export function subscribe(channelName: string): Promise<void> {
  return ask('/api/v1/users/me/subscriptions', { subscriptions: [{ name: channelName }] });
}

export function unsubscribe(channelName: string): Promise<void> {
  return ask('/api/v1/users/me/subscriptions', { subscriptions: [channelName] }, 'DELETE');
}

/** Mutes a person, or takes that back. */
export function setUserMuted(userId: number, isMuted: boolean): Promise<void> {
  return ask(`/api/v1/users/me/muted_users/${userId}`, {}, isMuted ? 'POST' : 'DELETE');
}

async function ask(
  path: string,
  form: Readonly<Record<string, unknown>>,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<void> {
  try {
    await request(path, { method, form });
  } catch (error) {
    refuse(error as Error);
  }
}
