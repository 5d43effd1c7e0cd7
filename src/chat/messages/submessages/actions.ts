import type { Tx } from '../../../platform/db/tx.ts';
import type { Channel } from '../../channels/channel.ts';
import { emitChatEvent } from '../../events/emit.ts';
import type { Message } from '../../reading/message.ts';
import { doParticipate } from '../../user-topics/actions.ts';
import type { User } from '../../users/user.ts';
import { audienceOfChange } from '../edit/audience.ts';
import { insertSubmessage } from './queries.ts';

/** Adds to a message's widget, and emits it to those whom the message concerns. Whoever votes takes part in the topic. */
export async function doAddSubmessage(
  tx: Tx,
  { message, channel, user }: { message: Message; channel: Channel | undefined; user: User },
  { msgType, content }: { msgType: string; content: string },
): Promise<void> {
  const senderId = user.id;
  const id = await insertSubmessage(tx, { messageId: message.id, senderId, msgType, content });
  const payload = { message_id: message.id, submessage_id: id, sender_id: senderId, msg_type: msgType, content };
  const audience = await audienceOfChange(tx, message, channel);
  emitChatEvent(tx, tx.organizationId, audience, { type: 'submessage', ...payload }, { state: false });
  await doParticipate(tx, message, user);
}
