import type { Static } from 'typebox';
import type { FactSource } from '../../platform/events/facts.ts';
import { accessChannelById } from '../channels/access.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { readContent } from '../reading/content.ts';
import { realmOf } from '../realms/access.ts';
import { limits } from '../settings/realm-settings.ts';
import { readNamedTopic } from '../topics/topic-name.ts';
import { findKnownUser } from '../users/access.ts';
import type { Draft, DraftInput } from './draft.ts';

/**
 * A draft as it is kept: to people that exist, or a channel that its author knows of, or to nobody yet.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function readDraft(
  facts: FactSource,
  caller: ChatCaller,
  given: Static<typeof DraftInput>,
  now: Date,
): Promise<Omit<Draft, 'id'>> {
  if ([...given.content].length > limits.maxMessageLength)
    throw badRequest(`content is too long (limit: ${limits.maxMessageLength} characters)`);
  const editedAt = given.timestamp === undefined ? now : new Date(given.timestamp * 1000);
  const common = { content: readContent(given.content), editedAt };
  if (given.type === '') return { ...common, type: '', recipientIds: [], topic: '' };
  if (given.type === 'stream' || given.type === 'channel') {
    const [channelId, ...more] = given.to;
    if (channelId === undefined || more.length > 0)
      throw badRequest('Must specify exactly 1 channel ID for channel messages');
    const channel = await accessChannelById(facts, caller, channelId);
    const topic = readNamedTopic(given.topic, await realmOf(facts));
    return { ...common, type: 'stream', recipientIds: [channel.id], topic };
  }
  for (const id of given.to) {
    if (!(await findKnownUser(facts, caller, id))) throw badRequest(`Invalid user ID ${id}`);
  }
  return { ...common, type: 'private', recipientIds: [...new Set(given.to)], topic: '' };
}
