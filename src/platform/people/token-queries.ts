import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

export type TokenPurpose = 'reset' | 'verify' | 'join' | 'sign-in';

export interface PersonTokenRow {
  hash: Buffer;
  organizationId: string;
  personId: string;
  purpose: TokenPurpose;
  /** Destination: an e-mail address or a worker's phone; for a sign-in link, the phone it signs in. */
  address: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertToken(tx: PlainTx, row: PersonTokenRow): Promise<void> {
  await tx.run(sql`
    insert into platform.person_tokens (hash, organization_id, person_id, purpose, address, created_at, expires_at)
    values (${row.hash}, ${row.organizationId}, ${row.personId}, ${row.purpose}, ${row.address}, ${row.createdAt}, ${row.expiresAt})`);
}

/** Returns the creation times of a person's valid tokens for a purpose. */
export async function loadTokenTimes(
  tx: PlainTx,
  { organizationId, personId, purpose }: Pick<PersonTokenRow, 'organizationId' | 'personId' | 'purpose'>,
): Promise<Date[]> {
  const rows = await tx.all(sql<{ createdAt: Date }>`
    select created_at as "createdAt" from platform.person_tokens
    where organization_id = ${organizationId} and person_id = ${personId} and purpose = ${purpose} and expires_at > ${tx.now}
    order by created_at`);
  return rows.map(({ createdAt }) => createdAt);
}

/** Returns the destination and time of a person's newest valid token for a purpose. */
export function loadNewestToken(
  reader: PlainReader,
  { organizationId, personId, purpose }: Pick<PersonTokenRow, 'organizationId' | 'personId' | 'purpose'>,
  now: Date,
): Promise<Pick<PersonTokenRow, 'address' | 'createdAt' | 'expiresAt'> | undefined> {
  return reader.first(sql<Pick<PersonTokenRow, 'address' | 'createdAt' | 'expiresAt'>>`
    select address, created_at as "createdAt", expires_at as "expiresAt" from platform.person_tokens
    where organization_id = ${organizationId} and person_id = ${personId} and purpose = ${purpose} and expires_at > ${now}
    order by created_at desc limit 1`);
}

export function loadToken(
  reader: PlainReader,
  purpose: TokenPurpose,
  hash: Buffer,
  now: Date,
): Promise<PersonTokenRow | undefined> {
  return reader.first(sql<PersonTokenRow>`
    select hash, organization_id as "organizationId", person_id as "personId", purpose, address, created_at as "createdAt",
      expires_at as "expiresAt"
    from platform.person_tokens where hash = ${hash} and purpose = ${purpose} and expires_at > ${now}`);
}

/** Forgets a token and the person's others for its purpose; none when this one is gone already. */
export function deleteTokens(
  tx: PlainTx,
  { hash, organizationId, personId, purpose }: PersonTokenRow,
): Promise<number> {
  return tx.run(sql`
    delete from platform.person_tokens
    where organization_id = ${organizationId} and person_id = ${personId} and purpose = ${purpose}
      and exists (select from platform.person_tokens used where used.hash = ${hash})`);
}

/** Forgets a person's tokens for a purpose, whichever there are. */
export async function deleteTokensOf(
  tx: PlainTx,
  { organizationId, personId, purpose }: Pick<PersonTokenRow, 'organizationId' | 'personId' | 'purpose'>,
): Promise<void> {
  await tx.run(sql`
    delete from platform.person_tokens
    where organization_id = ${organizationId} and person_id = ${personId} and purpose = ${purpose}`);
}

/** Forgets what opens nothing any more. */
export async function deleteExpiredTokens(tx: PlainTx): Promise<void> {
  await tx.run(sql`delete from platform.person_tokens where expires_at <= ${tx.now}`);
}
