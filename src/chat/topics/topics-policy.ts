import { badRequest } from '../http/errors.ts';
import { truncate } from '../messages/content.ts';
import { limits, type RealmTopicsPolicy } from '../settings/realm-settings.ts';

/** What a channel says about its empty topic; `inherit` is the organization's rule. */
export type TopicsPolicy = 'inherit' | 'empty_topic_only' | RealmTopicsPolicy;

// spec: chat 1, from level 370: the name under which clients knew the empty topic before it had none.
const OLD_EMPTY_TOPIC = '(no topic)';

/**
 * A topic's name as it is kept: without blanks around it, the names of the empty topic made empty, cut to the limit.
 * @throws {ChatError} `BAD_REQUEST` for control characters
 */
export function readTopic(given: string, realm: { emptyTopicDisplayName: string }): string {
  const topic = given.trim();
  if (topic === OLD_EMPTY_TOPIC || topic === realm.emptyTopicDisplayName) return '';
  const bad = topic.search(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u);
  if (bad >= 0) throw badRequest(`Invalid character in topic, at position ${[...topic.slice(0, bad)].length + 1}!`);
  return truncate(topic, limits.maxTopicLength, '...');
}

/**
 * Holds a channel message's topic against the channel's policy.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkTopicAllowed(
  topic: string,
  channelPolicy: TopicsPolicy,
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
