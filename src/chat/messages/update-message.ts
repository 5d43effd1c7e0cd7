import { Type } from 'typebox';
import { accessChannelById, findChannel, maySendTo, notAuthorizedToSend } from '../channels/access.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation, type WriteRequest } from '../http/operation.ts';
import { alias, Id, inPath, json, optional, text, withDefault } from '../http/params.ts';
import { renderMessage } from '../markdown/index.ts';
import { type Realm, realmOf, realmUrl } from '../realms/access.ts';
import { type Facts, freshFacts } from '../realms/facts.ts';
import { doEditMessage, doMoveMessages, type PropagateMode } from './actions.ts';
import { loadMovedIds, lockMessage } from './change-queries.ts';
import { checkMayChangeTopic, checkMayEdit, checkMayMoveOut } from './change-rules.ts';
import { readContent } from './content.ts';
import { mentionDirectory } from './mention-directory.ts';
import type { Message } from './message.ts';
import { checkTopicAllowed, readTopic } from './topics.ts';
import { accessMessage } from './visibility.ts';

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
    send_notification_to_old_thread: optional(json(Type.Boolean())),
    send_notification_to_new_thread: optional(json(Type.Boolean())),
  },
  answer: { detached_uploads: Type.Array(Type.Object({})) },
  async write(request, params) {
    const { tx, caller } = request;
    const facts = freshFacts(tx);
    // Locked before it is judged, so that the second of two changes sees the first.
    await lockMessage(tx, caller.organizationId, params.message_id);
    const message = await accessMessage(tx, facts, caller, params.message_id);
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
      await move(request, facts, realm, message, { topic, channelId: params.stream_id, mode: params.propagate_mode });
    return { detached_uploads: [] };
  },
});

function isElsewhere(channelId: number | undefined, message: Message): boolean {
  return channelId !== undefined && channelId !== message.channelId;
}

async function edit(
  { tx, caller, services }: WriteRequest,
  facts: Facts,
  realm: Realm,
  message: Message,
  given: string,
): Promise<void> {
  checkMayEdit(realm, caller, message, tx.now);
  const content = readContent(given);
  if (content === message.content) return;
  const directory = await mentionDirectory(tx, facts, caller, content);
  const rendered = renderMessage(content, directory, { realmUrl: realmUrl(services) });
  await doEditMessage(tx, caller.organizationId, caller.userId, message, content, rendered);
}

async function move(
  { tx, caller }: WriteRequest,
  facts: Facts,
  realm: Realm,
  message: Message,
  to: { topic: string | undefined; channelId: number | undefined; mode: PropagateMode },
): Promise<void> {
  const { organizationId } = caller;
  const { channelId } = message;
  if (channelId === null) {
    throw badRequest(
      to.channelId === undefined
        ? 'Direct messages cannot have topics.'
        : 'Direct messages cannot be moved to channels.',
    );
  }
  const topic = to.topic ?? message.topic;
  const source = await findChannel(facts, organizationId, channelId);
  if (!source) throw badRequest('Invalid message(s)');
  let channel = source;
  if (isElsewhere(to.channelId, message)) {
    channel = await accessChannelById(facts, caller, to.channelId!);
    await checkMayMoveOut(facts, realm, caller, source);
    if (!(await maySendTo(facts, caller, channel))) throw notAuthorizedToSend(channel);
  }
  if (topic === message.topic && channel.id === source.id) return;
  if (topic !== message.topic) await checkMayChangeTopic(facts, realm, caller, source);
  checkTopicAllowed(topic, channel.topicsPolicy, realm);
  const ids = await loadMovedIds(tx, organizationId, { ...message, channelId }, to.mode);
  const moved = { ...message, channelId };
  await doMoveMessages(tx, organizationId, caller.userId, moved, ids, { channel, topic }, to.mode);
}
