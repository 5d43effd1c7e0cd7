import { createHash } from 'node:crypto';
import type { PlainReader } from '../db/reader.ts';
import type { PlainTx } from '../db/tx.ts';
import type { OpenIdClaims } from './openid-claims.ts';
import {
  deleteLinks,
  insertLink,
  insertReturn,
  loadPeopleOfSubject,
  moveLinks,
  whoIsLinked,
} from './openid-queries.ts';
import type { Person } from './person.ts';
import { loadPeopleByEmail } from './queries.ts';

export { isLinkedWithAny } from './openid-queries.ts';

/** People whom a sign-in by a provider may open, and the reasons that exclude others with the address. */
export interface OpenIdPeople {
  people: Person[];
  /** Somebody has the address, and has not proven it here. */
  hasUnproven: boolean;
  /** Somebody has the address, and signs in as another subject of the same issuer. */
  hasOther: boolean;
}

/**
 * Addresses are the same but for the case of A to Z. (The case of other letters says less: a Kelvin sign is a small k, and
 * whoever has a mailbox of that name would sign in as somebody else.)
 */
export function isSameAddress(one: string, other: string): boolean {
  const folded = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return folded(one) === folded(other);
}

/**
 * The people of a subject: those that are linked, and, in organizations where nobody is, those who have proven the address
 * that the provider has verified.
 * @param organizationId null: of any organization
 */
export async function findPeopleByOpenId(
  reader: PlainReader,
  claims: OpenIdClaims,
  organizationId: string | null,
): Promise<OpenIdPeople> {
  const { issuer, email } = claims;
  const people = await loadPeopleOfSubject(reader, claims, organizationId);
  const named = email === undefined ? [] : await loadPeopleByEmail(reader, organizationId, email);
  const others = named.filter(
    (person) =>
      isSameAddress(person.email!, email!) && people.every((each) => each.organizationId !== person.organizationId),
  );
  const linked = await whoIsLinked(reader, issuer, others);
  const proven = others.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null);
  return {
    people: [...people, ...proven.filter(({ id }) => !linked.has(id))],
    hasUnproven: proven.length < others.length,
    hasOther: proven.some(({ id }) => linked.has(id)),
  };
}

/**
 * Links a person with a subject, if they are not yet: by an address that both have proven.
 * @param person as it is now, locked
 * @returns false when the subject is somebody else's, or the person another subject
 */
export async function doLinkOpenId(tx: PlainTx, person: Person, claims: OpenIdClaims): Promise<boolean> {
  const [linked] = await loadPeopleOfSubject(tx, claims, person.organizationId);
  if (linked) return linked.id === person.id;
  const { email, emailVerifiedAt } = person;
  if (email === null || emailVerifiedAt === null || claims.email === undefined) return false;
  if (!isSameAddress(email, claims.email) || (await insertLink(tx, person, claims)) === 0) return false;
  const { organizationId, id } = person;
  tx.audit({
    organizationId,
    action: 'person.provider_linked',
    object: { kind: 'sign-in', id, name: email },
    details: { issuer: { to: claims.issuer } },
  });
  return true;
}

/** Lets people be linked anew. @returns how many links there were */
export async function doUnlinkOpenId(tx: PlainTx, organizationId: string, people: readonly Person[]): Promise<number> {
  const ids = people.map(({ id }) => id);
  const links = await deleteLinks(tx, organizationId, ids);
  if (links > 0)
    for (const { id, email } of people)
      tx.audit({ organizationId, action: 'person.providers_unlinked', object: { kind: 'sign-in', id, name: email } });
  return links;
}

/** Gives one person the links of another, but where they have one with the same issuer. */
export const doMoveOpenIdLinks = moveLinks;

/** Uses up the state of a sign-in. @returns false when it was used before, in whichever process */
export async function doUseOpenIdState(tx: PlainTx, state: string, until: Date): Promise<boolean> {
  return (await insertReturn(tx, createHash('sha256').update(state).digest(), until)) > 0;
}
