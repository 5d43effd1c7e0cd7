import type { ChannelTopicsPolicy } from '../channels/channel.ts';
import { badRequest } from '../http/errors.ts';
import type { RealmTopicsPolicy } from '../settings/realm-settings.ts';

/**
 * Checks a channel message's topic by the channel's policy.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkTopicAllowed(
  topic: string,
  channelPolicy: ChannelTopicsPolicy,
  realm: { emptyTopicDisplayName: string; settings: { topics_policy: RealmTopicsPolicy } },
): void {
  const policy = channelPolicy === 'inherit' ? realm.settings.topics_policy : channelPolicy;
  if (topic === '' && policy === 'disable_empty_topic') {
    throw badRequest(
      channelPolicy === 'inherit'
        ? 'Topics are required in this organization.'
        : 'Topics are required in this channel.',
    );
  }
  if (topic !== '' && policy === 'empty_topic_only') {
    throw badRequest(`Only the ${realm.emptyTopicDisplayName} topic is allowed in this channel.`);
  }
}
