import { checkPassword, findByPassword } from '../../platform/credentials/passwords.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { DispatchError } from '../http/errors.ts';
import { readPhone } from '../phones/phone.ts';
import { findAccounts, findCountries, findPasswordHash, hasChosenPassword, type WorkerAccountRow } from './queries.ts';

export { hasChosenPassword };

/** Organizations in which one phone number is looked up. */
const MAX_ACCOUNTS = 5;

/** The same for an unknown number and a wrong password: neither reveals who works here. */
const wrongCredentials = () => new DispatchError(1100, 'The phone number or the password is wrong.');

/**
 * The worker with this phone number, in any of its forms, and this password.
 * @throws {DispatchError} 1100 when there is none
 */
export async function accessByPassword(reader: Reader, phone: string, password: string): Promise<WorkerAccountRow> {
  const countries = await findCountries(reader);
  const numbers = new Set(countries.flatMap((country) => readings(phone, country)));
  const accounts = (await findAccounts(reader, [...numbers], MAX_ACCOUNTS))
    // A number without a plus is read by the country of the worker's organization.
    .filter((account) => readings(phone, account.country).includes(account.phone));
  const found = await findByPassword(accounts, ({ password_hash }) => password_hash, password);
  if (!found) throw wrongCredentials();
  return found;
}

function readings(phone: string, country: string): string[] {
  try {
    return [readPhone(phone, country)];
  } catch (error) {
    if (error instanceof DispatchError) return [];
    throw error;
  }
}

/** @throws {DispatchError} 1100 when it is not the worker's password */
export async function checkOwnPassword(
  reader: Reader,
  organizationId: string,
  workerId: string,
  password: string,
): Promise<void> {
  const hash = await findPasswordHash(reader, organizationId, workerId);
  if (!(await checkPassword(password, hash))) throw new DispatchError(1100, 'The current password is wrong.');
}
