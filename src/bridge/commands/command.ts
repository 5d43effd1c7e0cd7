import { parseTaskCommand, unknownCommand } from '../../../rules/task-command.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';

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

/** Whether an event is a message to a channel, of somebody, that is a command, or means to be one. */
export function isCommandEvent({ part, kind, payload }: AppendedEvent): boolean {
  if (part !== 'chat' || kind !== 'message') return false;
  const { channelId, content, sender } = (payload as ChatMessagePayload).message;
  const isCommand = parseTaskCommand(content) !== undefined || unknownCommand(content) !== undefined;
  return channelId !== null && !sender.isBot && isCommand;
}
