/** Statuses that say nothing of the request itself: the session has ended, the server was too slow or had too much to do. */
const PASSING: readonly number[] = [401, 408, 425, 429];

/** Whether an answer settles what was asked; after all others it is asked again. */
export function isDefinite(status: number): boolean {
  return status < 500 && !PASSING.includes(status);
}

/** Between tries after a failure, by how many failed before. */
const WAITS_MS = [1000, 2000, 5000, 15_000, 60_000];

/** Without a network: browsers say when there is one again, and some say wrongly that there is none. */
export const WAIT_FOR_NETWORK_MS = 15_000;

/** @param failures at least one */
export function waitAfter(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length) - 1]!;
}
