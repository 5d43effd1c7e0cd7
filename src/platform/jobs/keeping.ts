/** Rows that a job which forgets deletes in one transaction: short enough that nobody waits for it. */
export const FORGOTTEN_AT_ONCE = 5000;

const DAY_MS = 86_400_000;

/** The time before which what is kept for some days is old. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
