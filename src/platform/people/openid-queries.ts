import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { OpenIdSubject } from './openid-claims.ts';
import type { Person } from './person.ts';
import { selectPeople } from './queries.ts';

/** The people whom a subject signs in. @param organizationId null: of any organization */
export function loadPeopleOfSubject(
  reader: PlainReader,
  { issuer, subject }: OpenIdSubject,
  organizationId: string | null,
): Promise<Person[]> {
  return reader.all(sql<Person>`
    ${selectPeople(sql`(p.organization_id, p.id) in (
      select l.organization_id, l.person_id from platform.openid_links l
      where l.issuer = ${issuer} and l.subject = ${subject}
        and (${organizationId}::text is null or l.organization_id = ${organizationId}))`)}
    order by p.created_at, p.id`);
}

/** IDs of those of these people who are linked with an issuer already. */
export async function whoIsLinked(
  reader: PlainReader,
  issuer: string,
  people: readonly Pick<Person, 'organizationId' | 'id'>[],
): Promise<Set<string>> {
  const organizations = people.map(({ organizationId }) => organizationId);
  const ids = people.map(({ id }) => id);
  const rows = await reader.all(sql<{ id: string }>`
    select l.person_id as id from platform.openid_links l
      join unnest(${organizations}::text[], ${ids}::text[]) as p (organization_id, id)
        on p.organization_id = l.organization_id and p.id = l.person_id
    where l.issuer = ${issuer}`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether somebody is linked with one of these issuers. */
export async function isLinkedWithAny(
  reader: PlainReader,
  { organizationId, id }: Pick<Person, 'organizationId' | 'id'>,
  issuers: readonly string[],
): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.openid_links
    where organization_id = ${organizationId} and person_id = ${id} and issuer = any(${issuers}::text[])`);
  return row !== undefined;
}

/** @returns how many: none when the subject, or the person at this issuer, is linked already */
export function insertLink(
  tx: PlainTx,
  { organizationId, id }: Pick<Person, 'organizationId' | 'id'>,
  { issuer, subject }: OpenIdSubject,
): Promise<number> {
  return tx.run(sql`
    insert into platform.openid_links (organization_id, issuer, subject, person_id, created_at)
    values (${organizationId}, ${issuer}, ${subject}, ${id}, ${tx.now}) on conflict do nothing`);
}

/** @returns how many */
export function deleteLinks(tx: PlainTx, organizationId: string, personIds: readonly string[]): Promise<number> {
  return tx.run(sql`
    delete from platform.openid_links
    where organization_id = ${organizationId} and person_id = any(${personIds}::text[])`);
}

export async function moveLinks(tx: PlainTx, organizationId: string, fromId: string, toId: string): Promise<void> {
  await tx.run(sql`
    update platform.openid_links l set person_id = ${toId}
    where l.organization_id = ${organizationId} and l.person_id = ${fromId} and not exists (
      select from platform.openid_links other
      where other.organization_id = l.organization_id and other.person_id = ${toId} and other.issuer = l.issuer)`);
}

/** Keeps that a sign-in came back. @returns how many: none when it did before */
export async function insertReturn(tx: PlainTx, stateHash: Buffer, expiresAt: Date): Promise<number> {
  await tx.run(sql`delete from platform.openid_returns where expires_at <= ${tx.now}`);
  return tx.run(sql`
    insert into platform.openid_returns (state_hash, expires_at) values (${stateHash}, ${expiresAt})
    on conflict do nothing`);
}
