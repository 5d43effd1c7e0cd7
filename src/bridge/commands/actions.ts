import type { Tx } from '../../platform/db/tx.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { loadTaskOfMessage } from '../conversations/access.ts';
import type { ChatMessagePayload } from './command.ts';
import { insertCommand } from './queries.ts';

/** The queue of the job that carries commands out. */
export const COMMANDS_QUEUE = 'bridge-commands';

/** Has commands carried out that were typed into tasks' topics; anywhere else they are words like others. */
export async function doReceiveCommands(tx: Tx, events: readonly AppendedEvent[]): Promise<void> {
  const { organizationId } = tx;

  let isReceived = false;
  for (const { payload } of events) {
    const { id: messageId, content, sender } = (payload as ChatMessagePayload).message;
    const taskId = await loadTaskOfMessage(tx, messageId);
    if (taskId === undefined) continue;
    await insertCommand(tx, { organizationId, messageId, taskId, senderId: sender.id, content });
    isReceived = true;
  }
  if (isReceived) tx.enqueue({ queue: COMMANDS_QUEUE, data: {} });
}
