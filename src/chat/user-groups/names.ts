import { badRequest } from '../http/errors.ts';

const MAX_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 1024;

/** Beginnings that would make a mention or a link mean something else. */
const RESERVED_BEGINNINGS = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/**
 * A group's name as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkGroupName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("User group name can't be empty!");
  if ([...name].length > MAX_NAME_LENGTH)
    throw badRequest(`User group name cannot exceed ${MAX_NAME_LENGTH} characters.`);
  // They cannot be seen, so names could look alike.
  if (/[\p{Cc}\p{Cn}\p{Cs}]/u.test(name)) throw badRequest('Invalid character in user group name.');
  const reserved = RESERVED_BEGINNINGS.find((beginning) => name.toLowerCase().startsWith(beginning));
  if (reserved) throw badRequest(`User group name cannot start with '${reserved}'.`);
  return name;
}

/**
 * A group's description as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkGroupDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}
