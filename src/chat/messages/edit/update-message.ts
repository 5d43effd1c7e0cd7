import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { type FactSource, uncachedFacts } from '../../../platform/events/facts.ts';
import { described } from '../../../platform/http/described.ts';
import { alertedUserIds } from '../../alert-words/access.ts';
import { accessChannelById, type Channel, maySendTo, notAuthorizedToSend } from '../../channels/access.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest, ChatError } from '../../http/errors.ts';
import { chatOperation, type WriteRequest } from '../../http/operation.ts';
import { alias, Id, inPath, json, optional, text, withDefault } from '../../http/params.ts';
import { renderMessage } from '../../markdown/index.ts';
import { doSendMoveNotices } from '../../notification-bot/move-notices.ts';
import { readContent } from '../../reading/content.ts';
import type { Message } from '../../reading/message.ts';
import { readerView } from '../../reading/reader-view.ts';
import { renderOptions } from '../../reading/render-options.ts';
import { type Realm, realmOf } from '../../realms/access.ts';
import { doPreviewSites } from '../../site-previews/actions.ts';
import { readTopic } from '../../topics/topic-name.ts';
import { checkTopicAllowed } from '../../topics/topics-policy.ts';
import { attachmentIdsOf, mayReferToUploads, uploadsIn } from '../../uploads/access.ts';
import { doUpdateReferences } from '../../uploads/actions.ts';
import { AttachmentObject } from '../../uploads/present.ts';
import { findUserById } from '../../users/access.ts';
import { mentionDirectory } from '../mentions/directory.ts';
import { checkGroupMentions } from '../mentions/group-mentions.ts';
import { checkWildcards } from '../mentions/wildcards.ts';
import { type ContentChange, doUpdateMessage, type Move, type PropagateMode } from './actions.ts';
import { lockMessageMoves } from './move-lock.ts';
import { checkMayChangeTopic, checkMayMoveOut } from './move-permissions.ts';
import { accessMessageToChange, checkMayEdit } from './permissions.ts';
import { loadMovedIds } from './queries.ts';

export const updateMessage = chatOperation({
  method: 'PATCH',
  path: '/messages/:message_id',
  summary: "Change a message's content, or move it and its topic",
  access: anyUser,
  params: {
    message_id: inPath(described(Id, 'ID of the message to edit or move.')),
    content: optional(
      text(Type.String({ description: 'New Markdown. The content cannot change together with the channel.' })),
    ),
    topic: optional(alias(text(Type.String({ description: 'New topic of the message.' })), 'subject')),
    stream_id: optional(json(described(Id, 'ID of the channel to move the message to.'))),
    prev_content_sha256: optional(
      text(
        Type.String({
          maxLength: 200,
          description:
            'SHA-256 of the Markdown that the caller edited. If the message has changed since, the request fails.',
        }),
      ),
    ),
    send_notification_to_old_thread: withDefault(
      json(
        Type.Boolean({ description: 'Whether the notification bot writes in the old topic where the messages went.' }),
      ),
      false,
    ),
    send_notification_to_new_thread: withDefault(
      json(
        Type.Boolean({
          description: 'Whether the notification bot writes in the new topic where the messages came from.',
        }),
      ),
      true,
    ),
    propagate_mode: withDefault(
      text(
        Type.Enum(['change_one', 'change_later', 'change_all'], {
          description: 'Which messages of the topic move: this one, this and all later ones, or all.',
        }),
      ),
      'change_one',
    ),
  },
  answer: {
    detached_uploads: Type.Array(AttachmentObject, {
      description: 'Files of the caller that no message refers to any more.',
    }),
  },
  errors: ['MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', 'EXPECTATION_MISMATCH'],
  async write(request, params) {
    const { tx, caller } = request;
    const facts = uncachedFacts(tx);
    if (params.topic !== undefined || params.stream_id !== undefined) await lockMessageMoves(tx);
    const { message, channel } = await accessMessageToChange(tx, facts, caller, params.message_id);
    const realm = await realmOf(facts);
    const topic = params.topic === undefined ? undefined : readTopic(params.topic, realm);
    const moves = (topic !== undefined && topic !== message.topic) || isElsewhere(params.stream_id, message);
    if (params.content === undefined && topic === undefined && params.stream_id === undefined)
      throw badRequest('Nothing to change');
    if (params.content === undefined && !moves && message.channelId !== null) throw badRequest('Nothing to change');
    if (params.content !== undefined && params.stream_id !== undefined)
      throw badRequest('Cannot change message content while changing channel');
    if (params.propagate_mode !== 'change_one' && topic === undefined && params.stream_id === undefined)
      throw badRequest('Invalid propagate_mode without topic edit');
    if (params.prev_content_sha256 !== undefined) checkContentHash(message, params.prev_content_sha256);
    const content =
      params.content === undefined ? undefined : await contentChange(request, facts, realm, message, params.content);
    const to = { topic, channelId: params.stream_id, mode: params.propagate_mode };
    const move =
      topic === undefined && params.stream_id === undefined
        ? undefined
        : await moveOf(request, facts, realm, message, channel, to);
    const { userId } = caller;
    const { emptied } = await doUpdateMessage(tx, userId, message, channel, { content, move });
    const detached = content ? await doUpdateReferences(tx, userId, message.id, content.attachmentIds) : [];
    if (content) doPreviewSites(tx, message.id, content.rendered.sites);
    if (move)
      await doSendMoveNotices(
        tx,
        request.services,
        caller,
        {
          from: { channel: move.from, topic: message.topic },
          to: move.to,
          count: move.ids.length,
          isWholeTopic: emptied,
        },
        { inOldThread: params.send_notification_to_old_thread, inNewThread: params.send_notification_to_new_thread },
      );
    return { detached_uploads: detached };
  },
});

function isElsewhere(channelId: number | undefined, message: Message): boolean {
  return channelId !== undefined && channelId !== message.channelId;
}

/**
 * client: sends a hash of the content that it showed, so that a change in between is not overwritten unseen.
 * @throws {ChatError} `EXPECTATION_MISMATCH`
 */
function checkContentHash(message: Message, given: string): void {
  const actual = createHash('sha256').update(message.content, 'utf8').digest('hex');
  if (given.toLowerCase() !== actual)
    throw new ChatError('EXPECTATION_MISMATCH', "'prev_content_sha256' value does not match the expected value.");
}

/** Undefined when the content stays as it is. */
async function contentChange(
  { tx, caller, services }: WriteRequest,
  facts: FactSource,
  realm: Realm,
  message: Message,
  given: string,
): Promise<ContentChange | undefined> {
  checkMayEdit(realm, caller, message, tx.now);
  if (message.submessages.length > 0) throw badRequest('Widgets cannot be edited.');
  const content = readContent(given);
  if (content === message.content) return undefined;
  const directory = await mentionDirectory(tx, facts, caller, content);
  // While the log is held, no preview becomes ready between what is read of it here and what is written.
  if (mayReferToUploads(content)) await tx.position();
  const uploads = await uploadsIn(tx, facts, caller, content);
  const sender = (await findUserById(facts, caller.userId))!;
  const options = await renderOptions(services, facts, sender);
  const rendered = renderMessage(content, directory, { ...options, uploads });
  checkGroupMentions(rendered);
  return {
    content,
    rendered,
    attachmentIds: attachmentIdsOf(rendered, uploads),
    topicParticipantIds: await checkWildcards({ reader: tx, facts }, realm, sender, message, rendered),
    alertedUserIds: await alertedUserIds(services, caller.organizationId, rendered.plainText),
  };
}

/** Undefined when everything stays where it is. */
async function moveOf(
  { tx, caller }: WriteRequest,
  facts: FactSource,
  realm: Realm,
  message: Message,
  source: Channel | undefined,
  to: { topic: string | undefined; channelId: number | undefined; mode: PropagateMode },
): Promise<Move | undefined> {
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
  if (topic === message.topic && channel.id === source.id) return undefined;
  if (topic !== message.topic) await checkMayChangeTopic(asked, topic);
  checkTopicAllowed(topic, channel.topicsPolicy, realm);
  const ids = await loadMovedIds(tx, await readerView(facts, caller), asked.message, to.mode);
  return { ids, from: source, to: { channel, topic }, mode: to.mode };
}
