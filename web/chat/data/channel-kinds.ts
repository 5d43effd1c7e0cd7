import type { SubscriptionSettings } from '../../store/chat/state.ts';
import { userSettings } from './settings.ts';

/** Kinds of notifications of a channel, with the person's setting that holds where the channel has none. */
export const CHANNEL_KINDS = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

export type ChannelKind = keyof typeof CHANNEL_KINDS;

export const channelKinds = Object.keys(CHANNEL_KINDS) as ChannelKind[];

/** Returns whether a channel's messages notify in a way: by its own setting, else by the person's. */
export function isNotified(settings: SubscriptionSettings, kind: ChannelKind): boolean {
  return settings[kind] ?? userSettings()[CHANNEL_KINDS[kind]];
}

/** Returns whether a channel's own setting says otherwise than the person's. */
export function differs(settings: SubscriptionSettings, kind: ChannelKind): boolean {
  return isNotified(settings, kind) !== userSettings()[CHANNEL_KINDS[kind]];
}
