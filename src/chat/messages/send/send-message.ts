import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { alias, json, jsonOrText, optional, text, withDefault } from '../../http/params.ts';
import { MessageType, Recipients } from './recipients.ts';
import { sendMessage } from './send.ts';

export const sendMessageOperation = chatOperation({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message to a channel or to people',
  access: anyUser,
  optimistic: true,
  params: {
    type: text(MessageType),
    to: jsonOrText(Recipients),
    content: text(Type.String()),
    topic: withDefault(alias(text(Type.String()), 'subject'), ''),
    queue_id: optional(text(Type.String({ maxLength: 200 }))),
    local_id: optional(text(Type.String({ maxLength: 200 }))),
    read_by_sender: optional(json(Type.Boolean())),
  },
  answer: { id: Type.Integer(), automatic_new_visibility_policy: Type.Optional(Type.Enum([2, 3])) },
  errors: ['STREAM_DOES_NOT_EXIST'],
  async serve(request, params) {
    const { queue_id, local_id } = params;
    return sendMessage(request, {
      type: params.type,
      to: params.to,
      topic: params.topic,
      content: params.content,
      readBySender: params.read_by_sender,
      client: request.client,
      local: queue_id && local_id ? { queueId: queue_id, localId: local_id } : null,
    });
  },
});
