import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { json, optional, text } from '../../http/params.ts';
import { doAddDue } from '../due/actions.ts';
import { DeliveryTimestamp, readDeliveryTime } from '../due/delivery-time.ts';
import { MessageType } from '../send/recipients.ts';
import { composeScheduled } from './compose-scheduled.ts';
import { ScheduledRecipients } from './params.ts';
import { scheduledMessageList } from './scheduled-message.ts';

/** spec: chat 4.1 */
export const scheduleMessage = chatOperation({
  method: 'POST',
  path: '/scheduled_messages',
  since: 179,
  summary: 'Send a message at a later time',
  access: anyUser,
  params: {
    type: text(described(MessageType, '`channel` (or `stream`): to a channel. `direct` (or `private`): to people.')),
    to: json(described(ScheduledRecipients, 'ID of the channel, or the user IDs of the people.')),
    content: text(Type.String({ description: 'Markdown, at most `max_message_length` characters.' })),
    topic: optional(text(Type.String({ description: 'Topic of a channel message. Direct messages have none.' }))),
    scheduled_delivery_timestamp: json(
      described(DeliveryTimestamp, 'When to send the message, in UNIX seconds. It must be in the future.'),
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
    scheduled_message_id: Type.Integer({
      description: 'ID under which the message can be changed or deleted until it is sent.',
    }),
  },
  errors: ['STREAM_DOES_NOT_EXIST'],
  async write(request, given) {
    const { tx, caller, now } = request;
    const deliverAt = readDeliveryTime(given.scheduled_delivery_timestamp, now);
    const readBySender = given.read_by_sender ?? null;
    const composed = await composeScheduled(request, { ...given, readBySender });
    const { id } = await doAddDue(tx, scheduledMessageList, caller, { ...composed, deliverAt });
    return { scheduled_message_id: id };
  },
});
