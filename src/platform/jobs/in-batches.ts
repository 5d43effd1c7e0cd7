import type { PlainTx, Tx } from '../db/tx.ts';
import type { Services } from '../services.ts';

/** Does something in transactions of some rows each, until there are no more. @param options of transactions of one organization */
export async function inBatches(
  services: Services,
  signal: AbortSignal | undefined,
  work: (tx: Tx) => Promise<number>,
  options: { organizationId: string; takesLog?: true },
): Promise<void>;
export async function inBatches(
  services: Services,
  signal: AbortSignal | undefined,
  work: (tx: PlainTx) => Promise<number>,
): Promise<void>;
export async function inBatches(
  { database }: Services,
  signal: AbortSignal | undefined,
  work: (tx: Tx) => Promise<number>,
  options?: { organizationId: string; takesLog?: true },
): Promise<void> {
  for (let some = 1; some > 0; ) {
    signal?.throwIfAborted();
    some = await database.transaction(work, options!);
  }
}
