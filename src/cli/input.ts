import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { passwordProblem } from '../platform/credentials/password-rule.ts';
import { isStorable } from '../platform/http/text.ts';
import { isEmailAddress } from '../platform/people/email.ts';
import { CommandError } from './command.ts';

/** @throws {CommandError} when it is no e-mail address by form */
export function checkEmail(option: string, email: string): string {
  if (!isEmailAddress(email) || !isStorable(email)) throw new CommandError(`${option} must be an e-mail address.`);
  return email;
}

/** @throws {CommandError} when it is blank, too long, or has characters that cannot be kept */
export function checkName(option: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100 || !isStorable(trimmed))
    throw new CommandError(`${option} must have 1 to 100 characters.`);
  return trimmed;
}

/** @throws {CommandError} when it is too short, too long or one of the most used */
function checkPassword(option: string, password: string, names: readonly string[]): string {
  const problem = passwordProblem(password, names);
  if (problem) throw new CommandError(`${option} ${problem}.`);
  return password;
}

/** @throws {CommandError} when it is none, or out of bounds */
export function checkWholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new CommandError(`${option} must be a whole number from ${least} to ${most}.`);
  return value;
}

/**
 * A password that is not on the command line, where other people of the machine see it and the shell keeps it: the first
 * line of standard input, asked for where that is a terminal.
 * @throws {CommandError} when there is none
 */
async function readPassword(option: string, names: readonly string[]): Promise<string> {
  const { stdin, stderr } = process;
  const lines = createInterface({ input: stdin, ...(stdin.isTTY ? { output: mute(stderr), terminal: true } : {}) });
  if (stdin.isTTY) stderr.write(`${option.replace(/^--/, '').replaceAll('-', ' ')}: `);
  try {
    for await (const line of lines) return checkPassword(option, line, names);
    throw new CommandError(`${option} must be given on standard input.`);
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}

/** Returns an output that hides typed text. */
function mute(output: NodeJS.WriteStream): Writable {
  return Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { columns: output.columns });
}

/**
 * The password of an option, or of `OPTION-stdin`; asked for in a terminal where neither is given.
 * @param names of the person and the organization, which are no password
 */
export async function passwordFrom(
  option: string,
  given: string | undefined,
  fromInput: boolean | undefined,
  names: readonly string[],
): Promise<string> {
  if (given !== undefined && fromInput) throw new CommandError(`Give either ${option} or ${option}-stdin, not both.`);
  if (given !== undefined) return checkPassword(option, given, names);
  if (fromInput || process.stdin.isTTY) return readPassword(option, names);
  throw new CommandError(`Give ${option}-stdin or ${option}.`);
}
