import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

export type TokenPurpose = 'reset' | 'verify';

export interface PersonTokenRow {
  hash: Buffer;
  organizationId: string;
  personId: string;
  purpose: TokenPurpose;
  /** Where it was mailed. */
  email: string;
  createdAt: Date;
  expiresAt: Date;
}

/** @returns how many: none when the person has one that was made after `madeBefore` */
export function insertToken(tx: Tx, row: PersonTokenRow, madeBefore: Date): Promise<number> {
  return tx.run(sql`
    insert into platform.person_tokens (hash, organization_id, person_id, purpose, email, created_at, expires_at)
    select ${row.hash}, p.organization_id, p.id, ${row.purpose}, ${row.email}, ${row.createdAt}, ${row.expiresAt}
    from platform.people p
    where p.organization_id = ${row.organizationId} and p.id = ${row.personId} and not exists (
      select from platform.person_tokens t
      where t.organization_id = p.organization_id and t.person_id = p.id and t.purpose = ${row.purpose}
        and t.created_at > ${madeBefore})`);
}

export function loadToken(
  reader: Reader,
  purpose: TokenPurpose,
  hash: Buffer,
  now: Date,
): Promise<PersonTokenRow | undefined> {
  return reader.first(sql<PersonTokenRow>`
    select hash, organization_id as "organizationId", person_id as "personId", purpose, email, created_at as "createdAt",
      expires_at as "expiresAt"
    from platform.person_tokens where hash = ${hash} and purpose = ${purpose} and expires_at > ${now}`);
}

/** Forgets a token and the person's others for its purpose; none when this one is gone already. */
export function deleteTokens(tx: Tx, { hash, organizationId, personId, purpose }: PersonTokenRow): Promise<number> {
  return tx.run(sql`
    delete from platform.person_tokens
    where organization_id = ${organizationId} and person_id = ${personId} and purpose = ${purpose}
      and exists (select from platform.person_tokens used where used.hash = ${hash})`);
}

/** Forgets a person's tokens for a purpose, whichever there are. */
export async function deleteTokensOf(
  tx: Tx,
  { organizationId, personId, purpose }: Pick<PersonTokenRow, 'organizationId' | 'personId' | 'purpose'>,
): Promise<void> {
  await tx.run(sql`
    delete from platform.person_tokens
    where organization_id = ${organizationId} and person_id = ${personId} and purpose = ${purpose}`);
}

/** Forgets what opens nothing any more. */
export async function deleteExpiredTokens(tx: Tx): Promise<void> {
  await tx.run(sql`delete from platform.person_tokens where expires_at <= ${tx.now}`);
}
