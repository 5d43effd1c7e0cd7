import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './documents.ts';

/** Folder of what generators of clients need; it may be deleted. */
export const toolFolder = (name: string) => path.join(root, 'node_modules/.cache/clients', name);

/**
 * Runs a program of a generator; it speaks on standard error.
 * @throws if it cannot be started, or fails
 */
export function runTool(command: string, args: readonly string[], cwd = root): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw new Error(`${command} cannot be started: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}.`);
}

/** Returns true if a program is on this machine. */
export const isThere = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
