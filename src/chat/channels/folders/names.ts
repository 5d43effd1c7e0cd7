import { badRequest } from '../../http/errors.ts';

const MAX_NAME_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 1024;
/** Folders of one organization, archived ones too: every client holds all of them. */
export const MAX_FOLDERS = 1000;

/**
 * A folder's name as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkFolderName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("Channel folder name can't be empty.");
  if ([...name].length > MAX_NAME_LENGTH)
    throw badRequest(`Channel folder name too long (limit: ${MAX_NAME_LENGTH} characters).`);
  const position = [...name].findIndex((character) => /[\p{Cc}\p{Cn}\p{Cs}]/u.test(character));
  if (position >= 0) throw badRequest(`Invalid character in channel folder name, at position ${position + 1}.`);
  return name;
}

/**
 * A folder's description as it is kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkFolderDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}
