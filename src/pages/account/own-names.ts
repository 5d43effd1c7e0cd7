import { nameOfAdministrator } from '../../dispatch/administrators/access.ts';
import { nameOfWorker } from '../../dispatch/workers/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Person } from '../../platform/people/person.ts';
import type { Accounts } from '../session/accounts.ts';

/** Returns likely guesses for somebody's password: their names and address, and the organization's name. */
export async function ownNames(
  reader: Reader,
  { organizationId, email }: Pick<Person, 'organizationId' | 'email'>,
  { chat, dispatch, driver }: Accounts,
): Promise<string[]> {
  const names = [
    (await findOrganization(reader, organizationId))?.name,
    email,
    chat?.fullName,
    dispatch && (await nameOfAdministrator(reader, dispatch.administratorId)),
    driver && (await nameOfWorker(reader, driver.workerId)),
  ];
  return names.filter((name) => typeof name === 'string');
}

/** Returns somebody's name as chat, dispatch or the driver's app has it, in this order. */
export async function nameOf(reader: Reader, { chat, dispatch, driver }: Accounts): Promise<string | undefined> {
  if (chat) return chat.fullName;
  if (dispatch) return (await nameOfAdministrator(reader, dispatch.administratorId)) ?? undefined;
  return driver && ((await nameOfWorker(reader, driver.workerId)) ?? undefined);
}
