import { isStorable } from '../platform/http/text.ts';
import { CommandError } from './command.ts';

/** @throws {CommandError} when it is no e-mail address by form */
export function checkEmail(option: string, email: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254 || !isStorable(email)) {
    throw new CommandError(`${option} must be an e-mail address.`);
  }
  return email;
}

/** @throws {CommandError} when it is blank, too long, or has characters that cannot be kept */
export function checkName(option: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100 || !isStorable(trimmed))
    throw new CommandError(`${option} must have 1 to 100 characters.`);
  return trimmed;
}

/** @throws {CommandError} when it is shorter than 8 characters or longer than 1000 */
export function checkPassword(option: string, password: string): string {
  if (password.length < 8 || password.length > 1000)
    throw new CommandError(`${option} must have 8 to 1000 characters.`);
  return password;
}

/** @throws {CommandError} when it is none, or out of bounds */
export function checkWholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new CommandError(`${option} must be a whole number from ${least} to ${most}.`);
  return value;
}
