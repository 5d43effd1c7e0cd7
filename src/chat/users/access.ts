import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource, uncachedFacts } from '../../platform/events/facts.ts';
import { ownHosts } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { realmHost } from '../settings/address.ts';
import { type EmailReader, mayViewEmail, userIdOfDummyEmail, visibilitiesBetween } from './email.ts';
import { isKnown, knownPeople } from './known-people.ts';
import { hasEmailVisibility, loadCaller, loadUserIdOfPerson, loadUsersByEmails, loadUsersByIds } from './queries.ts';
import type { User } from './user.ts';

export { avatarUrl } from './avatar.ts';
export { type EmailReader, emailFor } from './email.ts';
export {
  hasOtherOwner,
  isPersonsNameTaken,
  loadActiveWithBots,
  loadAllUsers,
  loadPersonId,
  mayChangeEmails,
} from './queries.ts';
export type { User } from './user.ts';

const callers = defineFact('caller', ['chat.users']);
const usersOfPeople = defineFact('user of person', ['chat.users']);
const users = defineFact('user', ['chat.users']);
const usersByEmail = defineFact('user at', ['chat.users']);

/** The facts by which a request of this account is checked; deactivated accounts too. */
export function findCaller(facts: FactSource, id: number): ReturnType<typeof loadCaller> {
  return facts.read(callers, id, (reader) => loadCaller(reader, id));
}

/** The account of a person who can sign in, deactivated ones too; null: they have none in the chat. */
export function findUserIdOfPerson(facts: FactSource, personId: string): Promise<number | null> {
  return facts.read(usersOfPeople, personId, async (reader) => (await loadUserIdOfPerson(reader, personId)) ?? null);
}

/** A person or bot of the organization, deactivated ones too. */
export function findUserById(facts: FactSource, id: number): Promise<User | undefined> {
  return facts.read(users, id, async (reader) => (await loadUsersByIds(reader, [id]))[0]);
}

/** People and bots by their IDs, deactivated ones too. */
export function findUsersByIds(facts: FactSource, ids: Iterable<number>): Promise<ReadonlyMap<number, User>> {
  return facts.readMany(users, ids, async (reader, missing) => {
    const users = await loadUsersByIds(reader, missing);
    return new Map(users.map((user) => [user.id, user]));
  });
}

/**
 * The user behind an address: the dummy address of anybody, or the real address of whom `reader` may see it of.
 * @param hosts what may stand after the @ of a dummy address; see `dummyHosts`
 */
export async function findUserByEmail(
  facts: FactSource,
  email: string,
  reader: EmailReader,
  hosts: readonly string[],
): Promise<User | undefined> {
  const { organizationId } = facts;

  const lower = email.toLowerCase();
  const known = await knownPeople(facts, { organizationId, ...reader });
  const user = await facts.read(usersByEmail, lower, async (from) => (await loadUsersByEmails(from, [lower]))[0]);
  if (user && mayViewEmail(reader, user) && isKnown(known, user.id)) return user;
  const id = userIdOfDummyEmail(lower, hosts);
  return id === undefined || !isKnown(known, id) ? undefined : findUserById(facts, id);
}

/** A person or bot that the caller may know of, deactivated ones too. */
export async function findKnownUser(
  facts: FactSource,
  caller: Pick<ChatCaller, 'organizationId' | 'userId' | 'role'>,
  id: number,
): Promise<User | undefined> {
  const known = await knownPeople(facts, caller);
  return isKnown(known, id) ? findUserById(facts, id) : undefined;
}

/** Whether an account has the address, deactivated ones included. */
export async function isEmailTaken(reader: Reader, email: string): Promise<boolean> {
  return (await loadUsersByEmails(reader, [email.toLowerCase()])).length > 0;
}

/** Accounts by their addresses in lower case, deactivated ones too, in one query; nobody's addresses are left out. */
export async function usersByEmails(reader: Reader, emails: readonly string[]): Promise<Map<string, User>> {
  const lower = emails.map((email) => email.toLowerCase());
  const users = await loadUsersByEmails(reader, lower);
  return new Map(users.map((user) => [user.email.toLowerCase(), user]));
}

/** Users by ID, in one query; IDs of nobody are left out. */
export async function usersByIds(reader: Reader, ids: readonly number[]): Promise<Map<number, User>> {
  if (ids.length === 0) return new Map();
  return new Map((await loadUsersByIds(reader, ids)).map((user) => [user.id, user]));
}

/** Returns the hosts of dummy addresses: the present host with and without its port, and earlier ones. */
export function dummyHosts(services: Pick<Services, 'publicUrl' | 'earlierHosts'>): string[] {
  return [realmHost(services), new URL(services.publicUrl()).host, ...services.earlierHosts];
}

/** The same, and the hosts of an organization (spec: chat 4.7): who knows its address makes dummy addresses of it. */
export async function dummyHostsOf(
  services: Pick<Services, 'config' | 'publicUrl' | 'earlierHosts'>,
  facts: FactSource,
): Promise<string[]> {
  return [...dummyHosts(services), ...(await ownHosts(services, facts))];
}

/**
 * The user of an ID.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessUserById(facts: FactSource, id: number): Promise<User> {
  const user = await findUserById(facts, id);
  if (!user) throw badRequest('No such user');
  return user;
}

/**
 * The user of an ID, of whom the caller may know.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessKnownUser(
  facts: FactSource,
  caller: Pick<ChatCaller, 'organizationId' | 'userId' | 'role'>,
  id: number,
): Promise<User> {
  const user = await findKnownUser(facts, caller, id);
  if (!user) throw badRequest('No such user');
  return user;
}

/**
 * Active users named by ID or e-mail address, in a constant number of queries.
 * @throws {ChatError} `BAD_REQUEST` when one of them is deactivated, not there, or nobody of whom the reader may know
 */
export async function accessPrincipals(
  services: Pick<Services, 'config' | 'publicUrl' | 'earlierHosts'>,
  from: Reader,
  principals: readonly (number | string)[],
  reader: EmailReader,
): Promise<User[]> {
  const { organizationId } = from;

  const facts = uncachedFacts(from);
  const ids = new Set(principals.filter((principal) => typeof principal === 'number'));
  const emails = principals.filter((principal) => typeof principal === 'string').map((email) => email.toLowerCase());
  const found = new Map<number, User>();
  if (emails.length > 0) {
    const hosts = await dummyHostsOf(services, facts);
    const byEmail = new Map((await loadUsersByEmails(from, emails)).map((user) => [user.email.toLowerCase(), user]));
    for (const email of emails) {
      const user = byEmail.get(email);
      const dummy = userIdOfDummyEmail(email, hosts);
      if (user && mayViewEmail(reader, user)) found.set(user.id, user);
      else if (dummy !== undefined) ids.add(dummy);
      else throw badRequest('No such user');
    }
  }
  const byId = await usersByIds(from, [...ids]);
  for (const id of ids) {
    const user = byId.get(id);
    if (!user) throw badRequest('No such user');
    found.set(id, user);
  }
  const known = await knownPeople(facts, { organizationId, ...reader });
  for (const id of found.keys()) if (!isKnown(known, id)) throw badRequest('No such user');
  for (const user of found.values()) {
    if (!user.isActive) throw badRequest('User is deactivated');
    if (user.isStandIn) throw badRequest(`'${user.fullName}' has no account in this organization.`);
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/**
 * The user that a path names: digits are an ID, anything else an address.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function accessUserByIdOrEmail(
  services: Pick<Services, 'config' | 'publicUrl' | 'earlierHosts'>,
  facts: FactSource,
  caller: Pick<ChatCaller, 'organizationId' | 'userId' | 'role'>,
  idOrEmail: string,
): Promise<User> {
  if (/^\d{1,15}$/.test(idOrEmail)) return accessKnownUser(facts, caller, Number(idOrEmail));
  const hosts = await dummyHostsOf(services, facts);
  const user = await findUserByEmail(facts, idOrEmail, caller, hosts);
  if (!user) throw badRequest('No such user');
  return user;
}

/** Whether a person of one role sees addresses that the person of another does not. */
export async function changesSeenEmails(reader: Reader, before: number, after: number): Promise<boolean> {
  const visibilities = visibilitiesBetween(before, after);
  return visibilities.length > 0 && hasEmailVisibility(reader, visibilities);
}
