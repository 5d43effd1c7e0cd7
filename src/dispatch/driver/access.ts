import type { PlainTx } from '../../platform/db/tx.ts';
import { listCountries } from '../../platform/organizations/organizations.ts';
import { loadPerson, lockedPasswordRefusal, type PasswordRefusal } from '../../platform/people/access.ts';
import { checkPassword, findByPassword, openingHash } from '../../platform/people/passwords.ts';
import type { Services } from '../../platform/services.ts';
import { DispatchError } from '../http/errors.ts';
import { phoneReadings } from '../phones/phone.ts';
import { findPersonIdOfWorker } from '../workers/access.ts';
import { findAccounts, hasChosenPassword, type WorkerAccountRow } from './queries.ts';

export { hasChosenPassword };

/** Organizations in which one phone number is looked up. */
const MAX_ACCOUNTS = 5;

/** The same for an unknown number and a wrong password: neither reveals who works here. */
const wrongCredentials = () => new DispatchError(1100, 'The phone number or password is wrong.');

/** Instructions for a worker whose password alone is not sufficient. */
const REFUSALS: Record<Exclude<PasswordRefusal, 'changed'>, string> = {
  'second factor': 'Your account requires a second factor. Sign in on the web.',
  'no second factor': 'Your organization requires a second factor. Sign in on the web to set it up.',
  'other sign-in': 'Your organization does not allow sign-in by password. Sign in on the web.',
};

/**
 * The worker with this phone number, in any of its forms, and this password.
 * @param at the organization that the host names, if it names one
 * @throws {DispatchError} 1100 when there is none
 */
export async function accessByPassword(
  services: Services,
  { phone, password, address }: { phone: string; password: string; address: string },
  at: string | undefined,
): Promise<WorkerAccountRow> {
  const { reader } = services.database;
  const countries = await listCountries(reader);
  const numbers = new Set(countries.flatMap((country) => phoneReadings(phone, country)));
  const accounts = (await findAccounts(reader, at ?? null, [...numbers], MAX_ACCOUNTS))
    // A number without a plus is read by the country of the worker's organization.
    .filter((account) => phoneReadings(phone, account.country).includes(account.phone));
  const now = services.clock.now();
  const hashOf = ({ password_hash: passwordHash, password_ends_at: passwordEndsAt }: WorkerAccountRow) =>
    openingHash({ passwordHash, passwordEndsAt }, now);
  const [found] = await findByPassword(
    services,
    { organizationId: undefined, person: address },
    accounts,
    hashOf,
    password,
  );
  if (!found) throw wrongCredentials();
  return found;
}

/**
 * Locks a worker whose password was right, for as long as it still is.
 * @throws {DispatchError} 1100 when it was changed meanwhile, or a password alone is not enough
 */
export async function lockByPassword(tx: PlainTx, found: WorkerAccountRow): Promise<void> {
  const { organization_id: organizationId, person_id: personId, password_hash: passwordHash } = found;
  await tx.position(organizationId);
  const refusal = await lockedPasswordRefusal(tx, { organizationId, personId, passwordHash });
  if (refusal === 'changed') throw wrongCredentials();
  if (refusal) throw new DispatchError(1100, REFUSALS[refusal]);
}

/**
 * The person that a worker is, and the hash that a password was checked against.
 * @throws {DispatchError} 1100 when it is not the worker's password
 */
export async function checkOwnPassword(
  services: Services,
  organizationId: string,
  workerId: string,
  password: string,
): Promise<{ personId: string; before: string }> {
  const { reader } = services.database;
  const personId = await findPersonIdOfWorker(reader.of(organizationId), workerId);
  const before = (personId && (await loadPerson(reader, organizationId, personId))?.passwordHash) || null;
  if (!(await checkPassword(services, { organizationId, person: workerId }, password, before)))
    throw new DispatchError(1100, 'The current password is wrong.');
  return { personId: personId!, before: before! };
}
