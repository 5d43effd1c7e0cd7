import type { AppendedEvent } from '../../platform/events/log.ts';

const NAMES = ['task', 'assign', 'where', 'eta'] as const;
export type CommandName = (typeof NAMES)[number];

/** Request to the bot. */
export interface Command {
  name: CommandName;
  /** Text after it, in one line. */
  argument: string;
}

/** A command, of a message that is one. */
export function parseCommand(content: string): Command | undefined {
  const found = new RegExp(`^/(${NAMES.join('|')})(?:\\s+([^]*))?$`, 'u').exec(content.trim());
  if (!found) return undefined;
  return { name: found[1] as CommandName, argument: (found[2] ?? '').replaceAll(/\s+/g, ' ').trim() };
}

/** Start of a message that may be a command, as a PostgreSQL pattern. */
export const COMMAND_PATTERN = `^/(${NAMES.join('|')})(\\s|$)`;

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
  return channelId !== null && !sender.isBot && parseCommand(content) !== undefined;
}
