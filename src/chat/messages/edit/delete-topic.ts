import { Type } from 'typebox';
import type { FactSource } from '../../../platform/events/facts.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { described } from '../../../platform/http/described.ts';
import { type Channel, findChannel, hasContentAccess } from '../../channels/access.ts';
import { administrators, type ChatCaller } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, text } from '../../http/params.ts';
import { readerView } from '../../reading/reader-view.ts';
import { realmOf } from '../../realms/access.ts';
import { readNamedTopic, TopicName } from '../../topics/topic-name.ts';
import { doDeleteTopic } from './delete-topic-batches.ts';

/** Minimum time that a client waits for an answer. */
const BUDGET_MS = 20_000;

/** spec: chat 4.12 */
export const deleteTopic = chatOperation({
  method: 'POST',
  path: '/streams/:stream_id/delete_topic',
  summary: 'Delete all messages of a topic, the newest first',
  access: administrators,
  params: {
    stream_id: inPath(described(Id, 'ID of the channel.')),
    topic_name: text(described(TopicName, 'Topic whose messages are deleted.')),
  },
  answer: {
    complete: Type.Boolean({
      description: 'False if time ran out before all were deleted. Then send the request again.',
    }),
  },
  async write({ tx, caller }, { stream_id, topic_name }) {
    const facts = uncachedFacts(tx);
    const channel = await accessChannelToEmpty(facts, caller, stream_id);
    const view = await readerView(facts, caller);
    const topic = readNamedTopic(topic_name, await realmOf(facts));
    const complete = await doDeleteTopic(tx, view, channel, topic, BUDGET_MS);
    // Not the topic's name: who may read the audit log need not read the channel.
    const object = { kind: 'channel', id: String(channel.id), name: channel.name };
    tx.audit({ organizationId: caller.organizationId, action: 'channel.topic_deleted', object });
    return { complete };
  },
});

/** A living channel that the caller reads: nobody deletes what is hidden from them. */
async function accessChannelToEmpty(facts: FactSource, caller: ChatCaller, id: number): Promise<Channel> {
  const channel = await findChannel(facts, id);
  if (!channel || channel.isArchived || !(await hasContentAccess(facts, caller, channel)))
    throw badRequest('Invalid channel ID');
  return channel;
}
