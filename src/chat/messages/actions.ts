import type { PlainTx } from '../../platform/db/tx.ts';
import { skipMessageIds } from './queries.ts';

/** More than were ever sent between a backup and its restore. */
const SKIPPED = 1_000_000;

/** Leaves out the IDs that messages may have had which this database has lost: clients keep messages by them. */
export async function doSkipLostMessageIds(tx: PlainTx): Promise<void> {
  await skipMessageIds(tx, SKIPPED);
}
