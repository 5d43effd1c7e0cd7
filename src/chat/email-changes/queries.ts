import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';

/** An address that a person wants to have, until it is confirmed. */
export interface EmailChangeRow {
  organizationId: string;
  userId: number;
  email: string;
}

/**
 * Takes the place of what the person asked for before.
 * @param before what was asked for later than this stays: it ends later
 * @returns how many: none when it stayed
 */
export function saveEmailChange(
  tx: Tx,
  { organizationId, userId, email }: EmailChangeRow,
  tokenHash: Buffer,
  { expiresAt, before }: { expiresAt: Date; before: Date },
): Promise<number> {
  return tx.run(sql`
    insert into chat.email_changes (organization_id, user_id, email, token_hash, expires_at)
    values (${organizationId}, ${userId}, ${email}, ${tokenHash}, ${expiresAt})
    on conflict (organization_id, user_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at
      where email_changes.expires_at <= ${before}`);
}

export function loadEmailChange(
  reader: PlainReader,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  return reader.first(sql<EmailChangeRow>`
    select organization_id as "organizationId", user_id as "userId", email
    from chat.email_changes where token_hash = ${tokenHash} and expires_at > ${now}`);
}

/** @returns how many there were */
export function deleteEmailChange(tx: PlainTx, tokenHash: Buffer): Promise<number> {
  return tx.run(sql`delete from chat.email_changes where token_hash = ${tokenHash}`);
}

/** Deletes those that could no longer be confirmed at a time. */
export function deleteExpiredChanges(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from chat.email_changes where ctid >= ${from}::tid and ctid < ${upTo}::tid and expires_at <= ${before}`);
}
