import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for work, but no longer than `milliseconds`.
 * @returns whether it ended in time; failing is an end too
 */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const late = pause(milliseconds, false, { signal: over.signal }).catch(() => false);
  const inTime = await Promise.race([ended, late]);
  over.abort();
  return inTime;
}
