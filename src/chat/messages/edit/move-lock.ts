import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

/**
 * Keeps what people read from being marked while messages move between conversations, or the other way round.
 * Moves take it alone, marks together; it is taken before any row.
 */
export async function lockMessageMoves(tx: Tx, organizationId: string, mode: 'marking' | 'moving'): Promise<void> {
  const lock = sql.raw(mode === 'moving' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await tx.run(sql`select ${lock}(hashtext('chat message places'), hashtext(${organizationId}))`);
}
