import type { PlainReader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { PlainTx, Tx } from '../db/tx.ts';
import { emailKeyOf } from './email.ts';
import type { NewPerson, Person } from './person.ts';

/** People that have one address in all organizations of a server; more than these are not looked at. */
const MAX_PEOPLE = 50;

const columns = sql`
  p.organization_id as "organizationId", p.id, p.email, p.email_verified_at as "emailVerifiedAt", p.phone,
  p.phone_verified_at as "phoneVerifiedAt", p.password_hash as "passwordHash",
  p.password_ends_at as "passwordEndsAt", p.second_factor_at as "secondFactorAt"`;

export function selectPeople(condition: Sql): Sql<Person> {
  return sql<Person>`select ${columns} from platform.people p where ${condition}`;
}

export function loadPerson(reader: PlainReader, organizationId: string, id: string): Promise<Person | undefined> {
  return reader.first(selectPeople(sql`p.organization_id = ${organizationId} and p.id = ${id}`));
}

/** As {@link loadPerson}, and nobody else changes the row until the commit. */
export function lockPerson(tx: PlainTx, organizationId: string, id: string): Promise<Person | undefined> {
  return tx.first(sql<Person>`${selectPeople(sql`p.organization_id = ${organizationId} and p.id = ${id}`)} for update`);
}

/** Several of an organization, by ID, for as long; those who are gone are left out. One order: nobody waits in a circle. */
export async function lockPeople(
  tx: PlainTx,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  const people = await tx.all(sql<Person>`
    ${selectPeople(sql`p.organization_id = ${organizationId} and p.id = any(${ids}::text[])`)} order by p.id for update`);
  return new Map(people.map((person) => [person.id, person]));
}

/** People of an address, proven or not; the oldest first. @param organizationId null: of any organization */
export function loadPeopleByEmail(
  reader: PlainReader,
  organizationId: string | null,
  email: string,
): Promise<Person[]> {
  return reader.all(sql<Person>`
    ${selectPeople(sql`p.email_key = ${emailKeyOf(email)} and (${organizationId}::text is null or p.organization_id = ${organizationId})
      and p.organization_id in (select id from platform.open_organizations)`)}
    order by p.created_at, p.id limit ${MAX_PEOPLE}`);
}

/** The same for phone numbers in E.164 form. */
export function loadPeopleByPhones(
  reader: PlainReader,
  organizationId: string | null,
  phones: readonly string[],
): Promise<(Person & { country: string })[]> {
  return reader.all(sql<Person & { country: string }>`
    select ${columns}, o.country from platform.people p join platform.organizations o on o.id = p.organization_id
    where p.phone = any(${phones}::text[]) and (${organizationId}::text is null or p.organization_id = ${organizationId})
      and p.organization_id in (select id from platform.open_organizations)
    order by p.created_at desc, p.id limit ${MAX_PEOPLE}`);
}

/** Returns the person who has proven the address. */
export function loadVerifiedPerson(
  reader: PlainReader,
  organizationId: string,
  email: string,
): Promise<Person | undefined> {
  return reader.first(
    selectPeople(
      sql`p.organization_id = ${organizationId} and p.email_key = ${emailKeyOf(email)} and p.email_verified_at is not null`,
    ),
  );
}

export async function insertPerson(tx: PlainTx, id: string, person: NewPerson): Promise<void> {
  const { email = null, phone = null } = person;
  await tx.run(sql`
    insert into platform.people (organization_id, id, email, email_key, email_verified_at, phone, password_hash, password_ends_at,
      created_at)
    values (${person.organizationId}, ${id}, ${email}, ${email && emailKeyOf(email)},
      ${person.isEmailVerified ? tx.now : null}, ${phone}, ${person.passwordHash}, ${person.passwordEndsAt ?? null}, ${tx.now})`);
}

/** Adds people of an import: their addresses are not proven, and they have no password. */
export async function insertPeople(
  tx: Tx,
  people: readonly { id: string; email: string | null; phone?: string }[],
): Promise<void> {
  const keys = people.map(({ email }) => email && emailKeyOf(email));
  const phones = people.map(({ phone }) => phone ?? null);
  await tx.run(sql`
    insert into platform.people (organization_id, id, email, email_key, phone, created_at)
    select ${tx.organizationId}, id, email, email_key, phone, ${tx.now}
    from unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ email }) => email)}::text[], ${keys}::text[],
      ${phones}::text[]) as p (id, email, email_key, phone)`);
}

/** A password's change, by its hashes. */
export interface PasswordHashes {
  before: string | null;
  after: string;
  /** Until when it opens something, where it is sent to its person. */
  endsAt?: Date | null;
}

/** Has a password that was sent end sooner; one that was chosen stays. */
export async function endPasswordBy(tx: PlainTx, organizationId: string, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update platform.people set password_ends_at = ${at}
    where organization_id = ${organizationId} and id = ${id} and password_ends_at > ${at}`);
}

/** @returns how many: none when the hash is no longer `before` */
export function updatePasswordHash(
  tx: PlainTx,
  organizationId: string,
  id: string,
  { before, after, endsAt = null }: PasswordHashes,
): Promise<number> {
  return tx.run(sql`
    update platform.people set password_hash = ${after}, password_ends_at = ${endsAt}
    where organization_id = ${organizationId} and id = ${id} and password_hash is not distinct from ${before}`);
}

export async function updateEmail(
  tx: PlainTx,
  organizationId: string,
  id: string,
  email: string,
  verifiedAt: Date | null,
): Promise<void> {
  await tx.run(sql`
    update platform.people set email = ${email}, email_key = ${emailKeyOf(email)}, email_verified_at = ${verifiedAt}
    where organization_id = ${organizationId} and id = ${id}`);
}

export async function updatePhoneVerified(tx: PlainTx, organizationId: string, id: string): Promise<void> {
  await tx.run(sql`
    update platform.people p set phone_verified_at = ${tx.now}
    where p.organization_id = ${organizationId} and p.id = ${id} and p.phone_verified_at is null and not exists (
      select from platform.people other
      where other.organization_id = p.organization_id and other.phone = p.phone and other.phone_verified_at is not null)`);
}

/** Takes over what a person lacks from one whose accounts they get. */
export async function completePerson(tx: PlainTx, surviving: Person, gone: Person): Promise<void> {
  await tx.run(sql`
    update platform.people set phone = coalesce(phone, ${gone.phone}),
      phone_verified_at = case when phone is null then ${gone.phoneVerifiedAt}::timestamptz else phone_verified_at end,
      password_ends_at = case when password_hash is null then ${gone.passwordEndsAt}::timestamptz else password_ends_at end,
      password_hash = coalesce(password_hash, ${gone.passwordHash})
    where organization_id = ${surviving.organizationId} and id = ${surviving.id}`);
}

/** Deletes a person, unless an account points to them. */
export async function releasePerson(tx: PlainTx, organizationId: string, id: string): Promise<void> {
  await tx.run(sql`select platform.release_person(${organizationId}, ${id})`);
}

export async function loadPasswordSignIn(reader: PlainReader, organizationId: string): Promise<boolean> {
  const row = await reader.first(sql<{ isAllowed: boolean }>`
    select password_sign_in as "isAllowed" from platform.organizations where id = ${organizationId}`);
  return row?.isAllowed ?? false;
}

/** @returns how many: none when it is so already */
export function updatePasswordSignIn(tx: PlainTx, organizationId: string, isAllowed: boolean): Promise<number> {
  return tx.run(sql`
    update platform.organizations set password_sign_in = ${isAllowed}
    where id = ${organizationId} and password_sign_in <> ${isAllowed}`);
}
