import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { limits } from '../settings/realm-settings.ts';
import { readTopic } from './topics-policy.ts';

/** A topic that is named, not written: a name that is too long names none, and is not cut. */
export const TopicName = Type.String({ maxLength: 10_000 });

/** @throws {ChatError} `BAD_REQUEST` */
export function readNamedTopic(given: string, realm: { emptyTopicDisplayName: string }): string {
  if ([...given.trim()].length > limits.maxTopicLength)
    throw badRequest(`topic is too long (limit: ${limits.maxTopicLength} characters)`);
  return readTopic(given, realm);
}
