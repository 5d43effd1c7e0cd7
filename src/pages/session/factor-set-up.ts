import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Person } from '../../platform/people/person.ts';
import { type SecondFactorSecret, secondFactorSecret } from '../../platform/people/second-factor.ts';
import type { Services } from '../../platform/services.ts';

/** Validity of a shown secret until it is confirmed. */
const MINUTES = 10;

/** A second factor that somebody is asked to set up while they sign in. Nothing of it is kept before a code of it has come. */
export interface FactorSetUp extends SecondFactorSecret {
  /** The secret sealed, to be brought back with a code. */
  setUp: string;
}

interface Sealed {
  setUpOf: string;
  secret: string;
  until: number;
}

const keyOf = ({ organizationId, id }: Person) => `${organizationId}/${id}`;

/** Makes what a page shows; after a wrong code it shows the same `secret` again. */
export async function factorSetUpOf(
  { secrets, clock, database }: Services,
  person: Person,
  given?: string,
): Promise<FactorSetUp> {
  const { name: issuer } = (await findOrganization(database.reader, person.organizationId))!;
  const made = secondFactorSecret({ issuer, label: person.email ?? person.phone ?? '' }, given);
  const sealed: Sealed = {
    setUpOf: keyOf(person),
    secret: made.secret,
    until: clock.now().getTime() + MINUTES * 60_000,
  };
  return { ...made, setUp: secrets.seal(JSON.stringify(sealed)).toString('base64url') };
}

/** The secret that a person was shown; undefined when it was somebody else, or is too long ago. */
export function shownSecret({ secrets, clock }: Services, person: Person, setUp: string): string | undefined {
  try {
    const { setUpOf, secret, until } = JSON.parse(secrets.open(Buffer.from(setUp, 'base64url'))) as Sealed;
    return setUpOf === keyOf(person) && until > clock.now().getTime() ? secret : undefined;
  } catch {
    return undefined;
  }
}
