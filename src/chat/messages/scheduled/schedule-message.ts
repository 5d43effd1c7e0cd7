import { Type } from 'typebox';
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
  summary: 'Schedule a message',
  access: anyUser,
  params: {
    type: text(MessageType),
    to: json(ScheduledRecipients),
    content: text(Type.String()),
    topic: optional(text(Type.String())),
    scheduled_delivery_timestamp: json(DeliveryTimestamp),
    read_by_sender: optional(json(Type.Boolean())),
  },
  answer: { scheduled_message_id: Type.Integer() },
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
