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
): Promise<{ ok: boolean; detail: string }> {
  if (config.databaseUrl !== undefined) return { ok: true, detail: 'a matter of the server of DATABASE_URL' };
  if (!hasArchive(config)) return { ok: true, detail: 'none is kept (ARCHIVE_FOLDER, ARCHIVE_BUCKET)' };
  const found = await withSlots(connectionString, async (slots) => {
    const slot = await slots.find();
    return slot && { ...slot, waiting: slot.isWhole ? await slots.waitingBytes(slot.slot) : 0 };
  });
  if (!found) return { ok: false, detail: 'no server has begun it' };
  if (!found.isWhole) return { ok: false, detail: 'it has a gap: make a backup now, from which it goes on' };
  const waits = `${Math.ceil(found.waiting / MIB)} MiB of the log wait for it`;
  try {
    const id = archiveIdOf(found.slot);
    let newest: Date | undefined;
    for (const { completeAt } of await new BackupArchive(config, { patienceMs: PATIENCE_MS }).pieces(id))
      if (!newest || completeAt > newest) newest = completeAt;
    if (!newest) return { ok: false, detail: `it has nothing yet; ${waits}` };
    const isLate = now.getTime() - newest.getTime() > Math.max(LATE_MS, LATE_PIECES * config.archiveSeconds * 1000);
    return { ok: !isLate, detail: `it reaches until ${newest.toISOString()}; ${waits}` };
  } catch (error) {
    return { ok: false, detail: `the store does not answer: ${(error as Error).message}; ${waits}` };
  }
}
