import { parseTaskCommand, TASK_COMMANDS } from '../../../rules/task-command.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';

/** Start of a message that may be a command, as a PostgreSQL pattern. */
export const COMMAND_PATTERN = `^/(${TASK_COMMANDS.join('|')})(\\s|$)`;

/** The members of a chat message's event that are read. */
export interface ChatMessagePayload {
  message: {
    id: number;
    channelId: number | null;
    topic: string;
    content: string;
    sender: { id: number; isBot: boolean };
  };
}

/** Whether an event is a message to a channel, of somebody, that is a command. */
export function isCommandEvent({ part, kind, payload }: AppendedEvent): boolean {
  if (part !== 'chat' || kind !== 'message') return false;
  const { channelId, content, sender } = (payload as ChatMessagePayload).message;
  return channelId !== null && !sender.isBot && parseTaskCommand(content) !== undefined;
}
