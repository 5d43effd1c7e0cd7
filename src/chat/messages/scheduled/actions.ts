import type { Tx } from '../../../platform/db/tx.ts';
import { type ChatEvent, emitChatEvent } from '../../events/emit.ts';
import { badRequest } from '../../http/errors.ts';
import {
  countScheduledMessagesOf,
  deleteScheduledMessages,
  insertScheduledMessage,
  lockFailedMessages,
  saveScheduledMessage,
} from './queries.ts';
import { MAX_SCHEDULED_MESSAGES, presentScheduledMessage, type ScheduledMessage } from './scheduled-message.ts';

/** The queue of the job that sends what is due. */
export const SCHEDULED_MESSAGES_QUEUE = 'chat-scheduled-messages';

/** Keeps a message until its time; gives it. @throws {ChatError} `BAD_REQUEST` when the sender has too many */
export async function doScheduleMessage(
  tx: Tx,
  organizationId: string,
  given: Omit<ScheduledMessage, 'id' | 'failure'>,
): Promise<ScheduledMessage> {
  // Of two at once, the second counts the first.
  await tx.position(organizationId);
  if ((await countScheduledMessagesOf(tx, organizationId, given.senderId)) >= MAX_SCHEDULED_MESSAGES)
    throw badRequest(`You cannot have more than ${MAX_SCHEDULED_MESSAGES} scheduled messages.`);
  const message = await insertScheduledMessage(tx, organizationId, given);
  emit(tx, organizationId, given.senderId, { op: 'add', scheduled_messages: [presentScheduledMessage(message)] });
  enqueueDelivery(tx, message);
  return message;
}

/** Changes a scheduled message, also to one that could not be sent. */
export async function doUpdateScheduledMessage(
  tx: Tx,
  organizationId: string,
  message: ScheduledMessage,
): Promise<void> {
  await saveScheduledMessage(tx, organizationId, message);
  const presented = presentScheduledMessage(message);
  emit(tx, organizationId, message.senderId, { op: 'update', scheduled_message: presented });
  if (message.failure === null) enqueueDelivery(tx, message);
}

/** Takes scheduled messages away: they were cancelled, or sent. */
export async function doDeleteScheduledMessages(
  tx: Tx,
  organizationId: string,
  messages: readonly Pick<ScheduledMessage, 'id' | 'senderId'>[],
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await deleteScheduledMessages(tx, organizationId, ids);
  for (const { id, senderId } of messages)
    emit(tx, organizationId, senderId, { op: 'remove', scheduled_message_id: id });
}

/** Takes some messages away that could not be sent before a time. @returns how many */
export async function doForgetFailedMessages(
  tx: Tx,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  await tx.position(organizationId);
  const messages = await lockFailedMessages(tx, organizationId, before, limit);
  await doDeleteScheduledMessages(tx, organizationId, messages);
  return messages.length;
}

/** The job sends all that is due then; one that comes for what was changed meanwhile finds nothing. */
function enqueueDelivery(tx: Tx, { deliverAt }: ScheduledMessage): void {
  tx.enqueue({ queue: SCHEDULED_MESSAGES_QUEUE, data: {}, startAfter: deliverAt });
}

function emit(tx: Tx, organizationId: string, senderId: number, event: Omit<ChatEvent, 'type'>): void {
  emitChatEvent(tx, organizationId, [`user:${senderId}`], { type: 'scheduled_messages', ...event }, { state: false });
}
