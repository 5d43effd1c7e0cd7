import { readStored, writeStored } from '../kept.ts';

/** What was brought in from this browser, so that the same is not brought in twice unawares: nothing of the tasks themselves. */
export interface BroughtIn {
  /** Of the tasks, as they were sent. */
  digest: string;
  /** The beginning of the keys of their requests. */
  key: string;
  at: number;
  isDone: boolean;
}

const MAX_KEPT = 30;
/** The server knows keys for 24 hours: what was begun before cannot be gone on with. */
const RESUMED_FOR_MS = 23 * 3600 * 1000;

/** Undefined where the page has no digests (an address without https). */
export async function digestOf(tasks: readonly object[]): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(tasks)));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The newest time that exactly these tasks were brought in. */
export function findBroughtIn(digest: string | undefined): BroughtIn | undefined {
  return all().findLast((each) => each.digest === digest);
}

export function canResume({ isDone, at }: BroughtIn): boolean {
  return !isDone && Date.now() - at < RESUMED_FOR_MS;
}

export function noteBroughtIn(entry: BroughtIn): void {
  writeStored('brought in', { all: [...all().filter(({ key }) => key !== entry.key), entry].slice(-MAX_KEPT) });
}

function all(): readonly BroughtIn[] {
  const known = readStored<{ all: BroughtIn[] }>('brought in')?.all;
  return Array.isArray(known) ? known : [];
}
