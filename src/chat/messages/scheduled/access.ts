import type { Tx } from '../../../platform/db/tx.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { lockScheduledMessage } from './queries.ts';
import type { ScheduledMessage } from './scheduled-message.ts';

export { loadScheduledMessagesOf } from './queries.ts';

/**
 * One of the caller's own scheduled messages, which is not sent until the commit.
 * @throws {ChatError} `BAD_REQUEST` also for one that was sent
 */
export async function accessScheduledMessage(tx: Tx, caller: ChatCaller, id: number): Promise<ScheduledMessage> {
  const message = await lockScheduledMessage(tx, caller.organizationId, caller.userId, id);
  if (!message) throw badRequest('Scheduled message does not exist');
  return message;
}
