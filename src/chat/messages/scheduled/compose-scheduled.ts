import { uncachedFacts } from '../../../platform/events/facts.ts';
import { findChannel } from '../../channels/access.ts';
import { badRequest, ChatError } from '../../http/errors.ts';
import type { WriteRequest } from '../../http/operation.ts';
import { realmOf } from '../../realms/access.ts';
import { limits } from '../../settings/realm-settings.ts';
import { readNamedTopic } from '../../topics/topic-name.ts';
import { composeMessage } from '../send/compose.ts';
import { isDirect, type MessageType } from '../send/recipients.ts';
import type { ScheduledMessage } from './scheduled-message.ts';

/** Policies by which a channel asks for no topic. */
const TAKES_EMPTY_TOPIC: ReadonlySet<string> = new Set(['allow_empty_topic', 'empty_topic_only']);

/** Message and due time of a request. */
export interface ScheduledRequest {
  type: MessageType;
  to: number | number[];
  topic: string | undefined;
  content: string;
  readBySender: boolean | null;
}

/**
 * Holds what shall be sent against every rule by which it would be sent now.
 * @throws {ChatError}
 */
export async function composeScheduled(
  { tx, services, caller, client }: WriteRequest,
  requested: ScheduledRequest,
): Promise<Omit<ScheduledMessage, 'id' | 'failure' | 'deliverAt'>> {
  const facts = uncachedFacts(tx);
  // A text that waits can still be shortened; one that is sent is cut.
  if ([...requested.content].length > limits.maxMessageLength)
    throw badRequest(`content is too long (limit: ${limits.maxMessageLength} characters)`);
  const topic = isDirect(requested.type) ? '' : await readRequiredTopic(facts, requested);
  const context = { services, facts, reader: tx, asOf: Number.MAX_SAFE_INTEGER, tx };
  const { message } = await composeMessage(context, caller, {
    type: requested.type,
    to: requested.to,
    topic,
    content: requested.content,
    readBySender: requested.readBySender ?? undefined,
    client,
    local: null,
  });
  const others = message.people.filter(({ id }) => id !== caller.userId);
  return {
    senderId: caller.userId,
    channelId: message.channelId,
    userIds: (others.length === 0 ? message.people : others).map(({ id }) => id),
    topic: message.topic,
    content: message.content,
    renderedContent: message.renderedContent,
    readBySender: requested.readBySender,
    client,
  };
}

/**
 * spec: chat 4.1, 9: a channel message's topic is neither empty nor one of the names of the empty topic, unless the channel
 * itself says that it takes that one, or no other.
 */
async function readRequiredTopic(
  facts: ReturnType<typeof uncachedFacts>,
  { to, topic: given }: ScheduledRequest,
): Promise<string> {
  if (given === undefined)
    throw new ChatError('REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", { var_name: 'topic' });
  const topic = readNamedTopic(given, await realmOf(facts));
  if (topic !== '') return topic;
  const [channelId] = [to].flat();
  const channel = channelId === undefined ? undefined : await findChannel(facts, channelId);
  if (channel && !TAKES_EMPTY_TOPIC.has(channel.topicsPolicy)) throw badRequest("Topic can't be empty!");
  return topic;
}
