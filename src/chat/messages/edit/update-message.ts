import { Type } from 'typebox';
import { type FactSource, uncachedFacts } from '../../../platform/events/facts.ts';
import { alertedUserIds } from '../../alert-words/access.ts';
import { accessChannelById, type Channel, maySendTo, notAuthorizedToSend } from '../../channels/access.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation, type WriteRequest } from '../../http/operation.ts';
import { alias, Id, inPath, json, optional, text, withDefault } from '../../http/params.ts';
import { renderMessage } from '../../markdown/index.ts';
import { type Realm, realmOf } from '../../realms/access.ts';
import { realmUrl } from '../../settings/address.ts';
import { checkTopicAllowed, readTopic } from '../../topics/topics-policy.ts';
import { findUserById } from '../../users/access.ts';
import { readContent } from '../content.ts';
import { mentionDirectory } from '../mentions/directory.ts';
import { checkWildcards } from '../mentions/wildcards.ts';
import type { Message } from '../message.ts';
import { doEditMessage, doMoveMessages, type PropagateMode } from './actions.ts';
import { lockMessageMoves } from './move-lock.ts';
import { checkMayChangeTopic, checkMayMoveOut } from './move-permissions.ts';
import { accessMessageToChange, checkMayEdit } from './permissions.ts';
import { loadMovedIds, lockMessage } from './queries.ts';

export const updateMessage = chatOperation({
  method: 'PATCH',
  path: '/messages/:message_id',
  summary: "Change a message's content, or move it and its topic",
  access: anyUser,
  params: {
    message_id: inPath(Id),
    content: optional(text(Type.String())),
    topic: optional(alias(text(Type.String()), 'subject')),
    stream_id: optional(json(Id)),
    propagate_mode: withDefault(text(Type.Enum(['change_one', 'change_later', 'change_all'])), 'change_one'),
  },
  answer: { detached_uploads: Type.Array(Type.Object({})) },
  errors: ['MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'],
  async write(request, params) {
    const { tx, caller } = request;
    const facts = uncachedFacts(tx);
    if (params.topic !== undefined || params.stream_id !== undefined)
      await lockMessageMoves(tx, caller.organizationId, 'moving');
    // Locked before it is judged, so that the second of two changes sees the first.
    await lockMessage(tx, caller.organizationId, params.message_id);
    const { message, channel } = await accessMessageToChange(tx, facts, caller, params.message_id);
    const realm = await realmOf(facts, caller.organizationId);
    const topic = params.topic === undefined ? undefined : readTopic(params.topic, realm);
    const moves = (topic !== undefined && topic !== message.topic) || isElsewhere(params.stream_id, message);
    if (params.content === undefined && topic === undefined && params.stream_id === undefined)
      throw badRequest('Nothing to change');
    if (params.content === undefined && !moves && message.channelId !== null) throw badRequest('Nothing to change');
    if (params.content !== undefined && params.stream_id !== undefined)
      throw badRequest('Cannot change message content while changing channel');
    if (params.propagate_mode !== 'change_one' && topic === undefined && params.stream_id === undefined)
      throw badRequest('Invalid propagate_mode without topic edit');
    if (params.content !== undefined) await edit(request, facts, realm, message, params.content);
    if (topic !== undefined || params.stream_id !== undefined)
      await move(request, facts, realm, message, channel, {
        topic,
        channelId: params.stream_id,
        mode: params.propagate_mode,
      });
    return { detached_uploads: [] };
  },
});

function isElsewhere(channelId: number | undefined, message: Message): boolean {
  return channelId !== undefined && channelId !== message.channelId;
}

async function edit(
  { tx, caller, services }: WriteRequest,
  facts: FactSource,
  realm: Realm,
  message: Message,
  given: string,
): Promise<void> {
  checkMayEdit(realm, caller, message, tx.now);
  const content = readContent(given);
  if (content === message.content) return;
  const directory = await mentionDirectory(tx, facts, caller, content);
  const rendered = renderMessage(content, directory, { realmUrl: realmUrl(services) });
  const sender = (await findUserById(facts, caller.organizationId, caller.userId))!;
  const named = {
    topicParticipantIds: await checkWildcards({ reader: tx, facts, now: tx.now }, realm, sender, message, rendered),
    alertedUserIds: await alertedUserIds(services, caller.organizationId, rendered.plainText),
  };
  await doEditMessage(tx, caller.organizationId, caller.userId, message, content, rendered, named);
}

async function move(
  { tx, caller }: WriteRequest,
  facts: FactSource,
  realm: Realm,
  message: Message,
  source: Channel | undefined,
  to: { topic: string | undefined; channelId: number | undefined; mode: PropagateMode },
): Promise<void> {
  const { organizationId } = caller;
  if (!source) {
    throw badRequest(
      to.channelId === undefined
        ? 'Direct messages cannot have topics.'
        : 'Direct messages cannot be moved to channels.',
    );
  }
  const asked = { tx, facts, realm, caller, message: { ...message, channelId: source.id }, source, mode: to.mode };
  const topic = to.topic ?? message.topic;
  let channel = source;
  if (isElsewhere(to.channelId, message)) {
    channel = await accessChannelById(facts, caller, to.channelId!);
    await checkMayMoveOut(asked);
    if (!(await maySendTo(facts, caller, channel))) throw notAuthorizedToSend(channel);
  }
  if (topic === message.topic && channel.id === source.id) return;
  if (topic !== message.topic) await checkMayChangeTopic(asked, topic);
  checkTopicAllowed(topic, channel.topicsPolicy, realm);
  const ids = await loadMovedIds(tx, organizationId, asked.message, to.mode);
  await doMoveMessages(tx, organizationId, caller.userId, {
    message: asked.message,
    ids,
    from: source,
    to: { channel, topic },
    mode: to.mode,
  });
}
