/** Commands that the bot of tasks' topics understands. */
export const TASK_COMMANDS = ['task', 'assign', 'where', 'eta'] as const;
export type TaskCommandName = (typeof TASK_COMMANDS)[number];

/** Request to the bot. */
export interface TaskCommand {
  name: TaskCommandName;
  /** Text after it, in one line. */
  argument: string;
}

const COMMAND = new RegExp(`^/(${TASK_COMMANDS.join('|')})(?:\\s+([^]*))?$`, 'u');

/** Returns the command that a message is; undefined for any other text. */
export function parseTaskCommand(content: string): TaskCommand | undefined {
  const found = COMMAND.exec(content.trim());
  if (!found) return undefined;
  return { name: found[1] as TaskCommandName, argument: (found[2] ?? '').replaceAll(/\s+/g, ' ').trim() };
}
