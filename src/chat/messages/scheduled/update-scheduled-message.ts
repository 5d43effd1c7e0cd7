import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, json, optional, text } from '../../http/params.ts';
import { accessItem } from '../../owned-lists/access.ts';
import { doChangeDue } from '../due/actions.ts';
import { DeliveryTimestamp, readDeliveryTime } from '../due/delivery-time.ts';
import { isDirect, MessageType } from '../send/recipients.ts';
import { composeScheduled } from './compose-scheduled.ts';
import { ScheduledRecipients } from './params.ts';
import { type ScheduledMessage, scheduledMessageList } from './scheduled-message.ts';

export const updateScheduledMessage = chatOperation({
  method: 'PATCH',
  path: '/scheduled_messages/:scheduled_message_id',
  since: 184,
  summary: 'Change a scheduled message, or when it is sent',
  access: anyUser,
  params: {
    scheduled_message_id: inPath(described(Id, 'ID of the scheduled message to change.')),
    type: optional(
      text(described(MessageType, '`channel` (or `stream`): to a channel. `direct` (or `private`): to people.')),
    ),
    to: optional(json(described(ScheduledRecipients, 'ID of the channel, or the user IDs of the people.'))),
    content: optional(text(Type.String({ description: 'New Markdown, at most `max_message_length` characters.' }))),
    topic: optional(text(Type.String({ description: 'New topic of a channel message.' }))),
    scheduled_delivery_timestamp: optional(
      json(described(DeliveryTimestamp, 'When to send the message, in UNIX seconds. It must be in the future.')),
    ),
  },
  answer: {},
  errors: ['STREAM_DOES_NOT_EXIST'],
  async write(request, given) {
    const { tx, caller, now } = request;
    const message = await accessItem(tx, scheduledMessageList, caller, given.scheduled_message_id);
    const { type, to, content, topic, scheduled_delivery_timestamp: timestamp } = given;
    if ([type, to, content, topic, timestamp].every((value) => value === undefined))
      throw badRequest('Nothing to change');
    // One that could not be sent waits for a new time; one whose time is just coming is not held up.
    const deliverAt =
      timestamp === undefined && message.failure === null ? message.deliverAt : readDeliveryTime(timestamp ?? 0, now);
    const composed = await composeScheduled(request, {
      ...recipients(message, given),
      content: content ?? message.content,
      readBySender: message.readBySender,
    });
    await doChangeDue(tx, scheduledMessageList, caller, { ...message, ...composed, deliverAt });
    return {};
  },
});

interface Given {
  type: MessageType | undefined;
  to: number | number[] | undefined;
  topic: string | undefined;
}

/**
 * Returns the new recipients of the message. @throws {ChatError} `BAD_REQUEST` if its type changes without a recipient
 */
function recipients(message: ScheduledMessage, given: Given) {
  const was: MessageType = message.channelId === null ? 'direct' : 'channel';
  const type = given.type ?? was;
  const changes = isDirect(type) !== isDirect(was);
  if (changes && given.to === undefined)
    throw badRequest('Recipient required when updating type of scheduled message.');
  if (changes && !isDirect(type) && given.topic === undefined)
    throw badRequest('Topic required when updating scheduled message type to channel.');
  return {
    type,
    to: given.to ?? message.channelId ?? message.userIds,
    topic: given.topic ?? (message.channelId === null ? undefined : message.topic),
  };
}
