import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { defaultsOf } from '../../bots/access.ts';
import { anyUserOrWebhook } from '../../http/caller.ts';
import { missingParam } from '../../http/errors.ts';
import { chatOperation, type ServeRequest } from '../../http/operation.ts';
import { alias, json, jsonOrText, optional, text } from '../../http/params.ts';
import { isDirect, MessageRecipients, MessageType } from './recipients.ts';
import { sendMessage } from './send.ts';

export const sendMessageOperation = chatOperation({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message to a channel or to people',
  access: anyUserOrWebhook,
  optimistic: true,
  params: {
    type: text(described(MessageType, '`channel` (or `stream`): to a channel. `direct` (or `private`): to people.')),
    to: optional(
      jsonOrText(
        described(MessageRecipients, 'Name or ID of the channel, or the user IDs or e-mail addresses of the people.'),
      ),
    ),
    content: text(Type.String({ description: 'Markdown, at most `max_message_length` characters.' })),
    topic: optional(
      alias(
        text(
          Type.String({
            description: 'Topic of a channel message, cut to `max_topic_length` characters. Direct messages have none.',
          }),
        ),
        'subject',
      ),
    ),
    queue_id: optional(
      text(
        Type.String({
          maxLength: 200,
          description: "ID of the caller's event queue. Its event of the message then has `local_id`.",
        }),
      ),
    ),
    local_id: optional(
      text(
        Type.String({
          maxLength: 200,
          description: "Text of the caller's choice that returns in the event, at most 200 characters.",
        }),
      ),
    ),
    read_by_sender: optional(
      json(
        Type.Boolean({
          description: 'Whether the message counts as read by the caller. Absent: it depends on the client program.',
        }),
      ),
    ),
  },
  answer: {
    id: Type.Integer({ description: 'ID of the new message.' }),
    automatic_new_visibility_policy: Type.Optional(
      Type.Enum([2, 3], { description: 'New policy of the topic, if sending changed it: 2 unmuted, 3 followed.' }),
    ),
  },
  errors: ['STREAM_DOES_NOT_EXIST'],
  async serve(request, params) {
    const { queue_id, local_id } = params;
    return sendMessage(request, {
      type: params.type,
      to: await recipientsOf(request, params.type, params.to),
      topic: params.topic,
      content: params.content,
      readBySender: params.read_by_sender,
      client: request.client,
      local: queue_id && local_id ? { queueId: queue_id, localId: local_id } : null,
    });
  },
});

/**
 * Returns the recipients of a message. A bot that names no channel writes to its default one.
 * @throws {ChatError} `REQUEST_VARIABLE_MISSING`
 */
async function recipientsOf(
  { caller, services: { state } }: ServeRequest,
  type: MessageType,
  to: MessageRecipients | undefined,
): Promise<MessageRecipients> {
  const isNamed = to !== undefined && to !== '' && !(Array.isArray(to) && to.length === 0);
  if (!isNamed && caller.isBot && !isDirect(type)) {
    const { sendingChannelId } = await defaultsOf(state.of(caller.organizationId), caller.userId);
    if (sendingChannelId !== null) return sendingChannelId;
  }
  if (to === undefined) throw missingParam('to');
  return to;
}
