import type { ChannelTopicsPolicy } from '../channels/channel.ts';
import { badRequest } from '../http/errors.ts';
import type { RealmTopicsPolicy } from '../settings/realm-settings.ts';

interface PolicySource {
  emptyTopicDisplayName: string;
  settings: { topics_policy: RealmTopicsPolicy };
}

/**
 * The topic of a message that names none: a channel without topics has but one. Elsewhere a forgotten topic, or a misspelt parameter,
 * must not end in the empty topic.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function topicWhereNoneIsNamed(channelPolicy: ChannelTopicsPolicy, realm: PolicySource): string {
  if (policyOf(channelPolicy, realm) !== 'empty_topic_only') throw badRequest('Missing topic');
  return '';
}

/**
 * Checks a channel message's topic by the channel's policy.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkTopicAllowed(topic: string, channelPolicy: ChannelTopicsPolicy, realm: PolicySource): void {
  const policy = policyOf(channelPolicy, realm);
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

const policyOf = (channelPolicy: ChannelTopicsPolicy, { settings }: PolicySource) =>
  channelPolicy === 'inherit' ? settings.topics_policy : channelPolicy;
