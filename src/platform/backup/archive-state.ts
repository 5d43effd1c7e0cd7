import type { Config } from '../config.ts';
import { BackupArchive, hasArchive } from './archive.ts';
import { archiveIdOf, withSlots } from './archive-slot.ts';

const MIB = 2 ** 20;
/** Pieces that may be missing, and the least time. */
const LATE_PIECES = 5;
const LATE_MS = 600_000;
/** For whoever waits for the answer. */
const PATIENCE_MS = 10_000;

/** Says until when what was written is in the archive, and how much waits for it. */
export async function archiveState(
  config: Config,
  connectionString: string,
  now: Date,
): Promise<{ state: 'ok' | 'fail'; detail: string }> {
  if (config.databaseUrl !== undefined)
    return { state: 'ok', detail: 'not available with DATABASE_URL; archive the log on that server' };
  if (!hasArchive(config)) return { state: 'ok', detail: 'not configured (ARCHIVE_FOLDER, ARCHIVE_BUCKET)' };
  const found = await withSlots(connectionString, async (slots) => {
    const slot = await slots.find();
    return slot && { ...slot, waiting: slot.isWhole ? await slots.waitingBytes(slot.slot) : 0 };
  });
  if (!found) return { state: 'fail', detail: 'no server has started it yet' };
  if (!found.isWhole) return { state: 'fail', detail: 'it has a gap: make a new backup now so that it can continue' };
  const waits = `${Math.ceil(found.waiting / MIB)} MiB of the log waiting`;
  try {
    const id = archiveIdOf(found.slot);
    let newest: Date | undefined;
    for (const { completeAt } of await new BackupArchive(config, { patienceMs: PATIENCE_MS }).pieces(id))
      if (!newest || completeAt > newest) newest = completeAt;
    if (!newest) return { state: 'fail', detail: `empty so far; ${waits}` };
    const isLate = now.getTime() - newest.getTime() > Math.max(LATE_MS, LATE_PIECES * config.archiveSeconds * 1000);
    return { state: isLate ? 'fail' : 'ok', detail: `complete up to ${newest.toISOString()}; ${waits}` };
  } catch (error) {
    return { state: 'fail', detail: `the store does not respond: ${(error as Error).message}; ${waits}` };
  }
}
