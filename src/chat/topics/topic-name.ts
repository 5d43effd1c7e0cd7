import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { truncate } from '../reading/content.ts';
import { limits } from '../settings/realm-settings.ts';

/** A topic that is named, not written: a name that is too long names none, and is not cut. */
export const TopicName = Type.String({ maxLength: 10_000 });

/** A topic that is resolved begins so. */
export const RESOLVED_PREFIX = '✔ ';

// spec: chat 1, from level 370: the name under which clients knew the empty topic before it had none.
const OLD_EMPTY_TOPIC = '(no topic)';

/** Settings that determine the names of the empty topic. */
interface TopicNaming {
  emptyTopicDisplayName: string;
}

/** The topic that a name means: without blanks around it; both names of the empty topic mean that. */
export function canonicalTopic(given: string, realm: TopicNaming): string {
  const topic = given.trim();
  return topic === OLD_EMPTY_TOPIC || topic === realm.emptyTopicDisplayName ? '' : topic;
}

/**
 * A topic's name as it is kept: as `meantTopic`, cut to the limit.
 * @throws {ChatError} `BAD_REQUEST` for control characters
 */
export function readTopic(given: string, realm: TopicNaming): string {
  const topic = canonicalTopic(given, realm);
  const bad = topic.search(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u);
  if (bad >= 0) throw badRequest(`Invalid character in topic, at position ${[...topic.slice(0, bad)].length + 1}!`);
  return truncate(topic, limits.maxTopicLength, '...');
}

/**
 * A topic that is named in a request.
 * @throws {ChatError} `BAD_REQUEST` also when the name is too long
 */
export function readNamedTopic(given: string, realm: TopicNaming): string {
  if ([...given.trim()].length > limits.maxTopicLength)
    throw badRequest(`topic is too long (limit: ${limits.maxTopicLength} characters)`);
  return readTopic(given, realm);
}

export function isResolvedTopic(topic: string): boolean {
  return topic.startsWith(RESOLVED_PREFIX);
}

/** spec: chat 2, last_moved_timestamp: marking a topic resolved, or taking that back, is no move. */
export function isResolving(from: string, to: string): boolean {
  return from === `${RESOLVED_PREFIX}${to}` || to === `${RESOLVED_PREFIX}${from}`;
}
