/** Commands that the bot of tasks' topics understands. */
export const TASK_COMMANDS = ['task', 'assign', 'where', 'eta'] as const;
export type TaskCommandName = (typeof TASK_COMMANDS)[number];

/** Request to the bot. */
export interface TaskCommand {
  name: TaskCommandName;
  /** Text after it, in one line. */
  argument: string;
}

/** What a message may begin with in the chat itself, without being meant for the bot. */
const OF_THE_CHAT: readonly string[] = ['me', 'poll', 'todo'];

/** Start of a message that may be a command, one that there is none of included, also as a PostgreSQL pattern. */
export const COMMAND_START = String.raw`^/([A-Za-z]+)(\s|$)`;

const COMMAND = new RegExp(`^/(${TASK_COMMANDS.join('|')})(?:\\s+([^]*))?$`, 'u');

/** Returns the command that a message is; undefined for any other text. */
export function parseTaskCommand(content: string): TaskCommand | undefined {
  const found = COMMAND.exec(content.trim());
  if (!found) return undefined;
  return { name: found[1] as TaskCommandName, argument: (found[2] ?? '').replaceAll(/\s+/g, ' ').trim() };
}

/** Returns the name of a command that the bot does not know; undefined for any other text. */
export function unknownCommand(content: string): string | undefined {
  const name = new RegExp(COMMAND_START).exec(content.trim())?.[1];
  if (name === undefined || OF_THE_CHAT.includes(name) || TASK_COMMANDS.some((known) => known === name))
    return undefined;
  return name;
}
