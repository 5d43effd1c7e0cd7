import { createHash } from 'node:crypto';
import type { OpenIdClaims } from '../../platform/people/openid-claims.ts';
import type { Person } from '../../platform/people/person.ts';
import type { Services } from '../../platform/services.ts';

/** Validity of a right password while a code or an organization is asked for. */
const MINUTES = 10;

/** Claims of a provider (OpenID Connect) instead of a password. */
export interface OpenIdProof extends OpenIdClaims {
  /** Whether our own second factor is asked for as well. */
  asksCode: boolean;
}

/** Identity after a right password or a provider's confirmation, which a page sends back with the missing data. */
interface Challenge {
  people: { organizationId: string; id: string; password: string }[];
  isShared: boolean;
  proof?: OpenIdProof | undefined;
  until: number;
}

/** Changes with the password. */
function markOf(person: Person): string {
  return createHash('sha256')
    .update(person.passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16);
}

/** Seals whose password was right, so that a page need not keep the password itself. */
export function challengeOf(
  { secrets, clock }: Services,
  people: readonly Person[],
  { isShared, proof }: Pick<Challenge, 'isShared' | 'proof'>,
): string {
  const challenge: Challenge = {
    people: people.map((person) => ({
      organizationId: person.organizationId,
      id: person.id,
      password: markOf(person),
    })),
    isShared,
    proof,
    until: clock.now().getTime() + MINUTES * 60_000,
  };
  return secrets.seal(JSON.stringify(challenge)).toString('base64url');
}

/** Reads a challenge; undefined if it is not ours or has expired. */
export function openChallenge({ secrets, clock }: Services, sealed: string): Challenge | undefined {
  try {
    const challenge = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'))) as Challenge;
    // Other things are sealed for browsers too.
    return Array.isArray(challenge.people) && challenge.until > clock.now().getTime() ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a challenge still speaks of the password that the person has. */
export function isOfPassword(challenge: Challenge, person: Person): boolean {
  return challenge.people.some(
    ({ organizationId, id, password }) =>
      organizationId === person.organizationId && id === person.id && password === markOf(person),
  );
}
