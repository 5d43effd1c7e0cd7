import { revokeSessionsOf } from '../platform/credentials/credentials.ts';
import { loadPeopleByEmail, loadPeopleByPhones, lockPeople } from '../platform/people/access.ts';
import { doEndSecondFactor } from '../platform/people/second-factor.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { personNamed } from './person-named.ts';

/**
 * Takes the second factor away from somebody who has lost it, with the recovery codes: whoever has the app now is signed out
 * too. Where one is demanded, the next sign-in sets it up. Keys of clients stay: they ask for no code.
 * @param person an address, or a phone number as it is dialled in the organization's country
 * @throws {CommandError} when nobody of that name has one
 */
export async function endSecondFactor(
  services: Services,
  organization: string,
  person: string,
): Promise<{ organization_id: string; people: number }> {
  const { text, phone } = await personNamed(services, organization, person);
  return services.database.transaction(async (tx) => {
    // Sign-ins of the organization wait here, and look again afterwards.
    await tx.position(organization);
    const named = [
      ...(await loadPeopleByEmail(tx, organization, text)),
      ...(phone === null ? [] : await loadPeopleByPhones(tx, organization, [phone])),
    ];
    const locked = await lockPeople(
      tx,
      organization,
      named.map(({ id }) => id),
    );
    const having = [...locked.values()].filter(({ secondFactorAt }) => secondFactorAt !== null);
    if (having.length === 0) throw new CommandError(`${text} has no second factor in this organization.`);
    for (const one of having) await doEndSecondFactor(tx, one);
    await revokeSessionsOf(
      tx,
      organization,
      having.map(({ id }) => id),
    );
    return { organization_id: organization, people: having.length };
  });
}
