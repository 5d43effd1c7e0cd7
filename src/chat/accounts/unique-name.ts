import type { Reader } from '../../platform/db/reader.ts';
import { badRequest } from '../http/errors.ts';
import type { Realm } from '../realms/access.ts';
import { isPersonsNameTaken } from '../users/access.ts';

/**
 * Checks that the name is free if the organization has `require_unique_names`: no two active people may have the same
 * name in any case; bots may.
 * @param exceptUserId the user whose current name does not count
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkNameIsFree(
  reader: Reader,
  { settings }: Pick<Realm, 'organizationId' | 'settings'>,
  fullName: string,
  exceptUserId: number | null = null,
): Promise<void> {
  if (settings.require_unique_names && (await isPersonsNameTaken(reader, fullName, exceptUserId)))
    throw badRequest('Unique names required in this organization.');
}
