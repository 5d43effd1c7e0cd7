import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { Channel } from '../channels/channel.ts';
import type { ChatCaller } from '../http/caller.ts';
import { accessBusyMessage } from '../messages/edit/permissions.ts';
import type { Message } from '../reading/message.ts';
import { accessUserById, type User } from '../users/access.ts';

/**
 * A message that the caller may react to, and the caller. The message stays until the commit.
 * @throws {ChatError} `BAD_REQUEST` "Invalid message(s)"
 */
export async function accessToReact(
  tx: Tx,
  services: Services,
  caller: ChatCaller,
  messageId: number,
): Promise<{ message: Message; channel: Channel | undefined; user: User }> {
  const { message, channel } = await accessBusyMessage(tx, services, caller, messageId);
  return {
    message,
    channel,
    user: await accessUserById(services.state.of(caller.organizationId), caller.userId),
  };
}
