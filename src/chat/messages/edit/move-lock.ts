import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

/*
 * Marks of what people have read belong to conversations, so nobody marks while messages move between conversations, and
 * a person's own changes of marks come one after the other: of two equal ones the second finds nothing to change.
 * Both locks are held until the commit and taken before any row.
 */

/** Waits until no messages move, and until nobody else changes the person's marks. */
export async function lockMarks(tx: Tx, userId: number): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    select pg_advisory_xact_lock_shared(hashtext('chat message places'), hashtext(${organizationId})),
      pg_advisory_xact_lock(hashtext('chat message marks'), hashtext(${`${organizationId} ${userId}`}))`);
}

/** Waits until nobody marks and no other messages move. */
export async function lockMessageMoves(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('chat message places'), hashtext(${tx.organizationId}))`);
}
