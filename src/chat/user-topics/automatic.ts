import type { UserSettings } from '../settings/user-settings.ts';
import { Policy } from './policy.ts';

/** Participation of a person in a topic. */
export interface TopicParticipation {
  userId: number;
  isBot: boolean;
  settings: Pick<
    UserSettings,
    | 'automatically_follow_topics_policy'
    | 'automatically_unmute_topics_in_muted_streams_policy'
    | 'automatically_follow_topics_where_mentioned'
  >;
  policy: Policy;
  isSubscribed: boolean;
  /** Whether the person has muted the channel. */
  isChannelMuted: boolean;
}

/** Participation of a person in a topic; each kind includes those before it. */
export type Participation = 'reacted' | 'sent' | 'started';

/** spec: chat 4.2: what must have been done for the values 1, 2 and 3; 4 is never. */
const ENOUGH: Record<number, readonly Participation[]> = {
  1: ['reacted', 'sent', 'started'],
  2: ['sent', 'started'],
  3: ['started'],
};

const isEnough = (value: number, did: Participation) => ENOUGH[value]?.includes(did) ?? false;

/** Whether taking part in some topic gives a person any policy: most people's settings say no, and there is no more to ask. */
export function mayFollow(
  { isBot, settings }: Pick<TopicParticipation, 'isBot' | 'settings'>,
  did: Participation,
): boolean {
  const { automatically_follow_topics_policy, automatically_unmute_topics_in_muted_streams_policy } = settings;
  if (isBot) return false;
  return (
    isEnough(automatically_follow_topics_policy, did) ||
    isEnough(automatically_unmute_topics_in_muted_streams_policy, did)
  );
}

/**
 * The policy that taking part in a topic gives a person by their settings (spec: chat 4.2); undefined: it stays.
 * To follow is more than to unmute, and nothing makes less of a topic that is followed.
 */
export function policyByParticipation(participation: TopicParticipation, did: Participation): Policy | undefined {
  const { settings, policy, isBot, isChannelMuted } = participation;
  if (isBot || policy === Policy.followed) return undefined;
  if (isEnough(settings.automatically_follow_topics_policy, did)) return Policy.followed;
  if (!isChannelMuted || policy === Policy.unmuted) return undefined;
  return isEnough(settings.automatically_unmute_topics_in_muted_streams_policy, did) ? Policy.unmuted : undefined;
}

/** The policy that being named in a message gives a person; a topic that they muted stays muted. */
export function policyByMention(participation: TopicParticipation): Policy | undefined {
  const { settings, policy, isBot, isSubscribed } = participation;
  if (isBot || !isSubscribed || policy === Policy.muted || policy === Policy.followed) return undefined;
  return settings.automatically_follow_topics_where_mentioned ? Policy.followed : undefined;
}
