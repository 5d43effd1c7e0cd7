import { readStored, writeStored } from '../../data/stored.ts';

/**
 * Record of an import from this browser, so that nobody repeats it unawares: it contains nothing of the tasks
 * themselves.
 */
export interface ImportedFile {
  /** Digest of the tasks as sent. */
  digest: string;
  /** The beginning of the keys of their requests. */
  key: string;
  /** Start of the import; resuming it does not change it. */
  at: number;
  isDone: boolean;
  /** The digests of its tasks that are there. */
  made?: readonly string[];
}

const MAX_KEPT = 30;
/**
 * Maximum number of task digests in all records: a browser gives a page some megabytes. The oldest are deleted first.
 */
const MAX_MADE = 20_000;
/** The server knows a key for 24 hours since its first request: what was begun before cannot be gone on with. */
const RESUMED_FOR_MS = 23 * 3600 * 1000;

/**
 * By what equal tasks are known, 53 bits of them. A page at an address without https has no digests of the browser's, and nobody has
 * something of two that are made to be equal.
 */
export function digestOf(tasks: unknown): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of new TextEncoder().encode(JSON.stringify(tasks))) {
    high = Math.imul(high ^ byte, 2654435761);
    low = Math.imul(low ^ byte, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (low & 0x1fffff) + (high >>> 0)).toString(36);
}

/** The newest time that exactly these tasks were brought in. */
export function findImportedFile(digest: string): ImportedFile | undefined {
  return all().findLast((each) => each.digest === digest);
}

/**
 * Returns the times at which tasks were created from here, by their digests; the newest time of each.
 * @param except key of an import that does not count
 */
export function madeBefore(except?: string): ReadonlyMap<string, number> {
  const counted = all().filter(({ key }) => key !== except);
  return new Map(counted.flatMap(({ made = [], at }) => made.map((digest) => [digest, at] as const)));
}

/** Returns the imports that can be resumed, newest first. */
export function resumable(): ImportedFile[] {
  return all().filter(canResume).toReversed();
}

export function canResume({ isDone, at }: ImportedFile): boolean {
  return !isDone && Date.now() < resumedUntil(at);
}

/** Until when the keys of what was begun then are sent. */
export function resumedUntil(begun: number): number {
  return begun + RESUMED_FOR_MS;
}

/** Tasks that were made under the same key before stay made: whoever goes on begins with the first part again. */
export function noteImportedFile(entry: ImportedFile): void {
  const known = all();
  const made = known.filter(({ key }) => key === entry.key).flatMap((each) => each.made ?? []);
  const noted = { ...entry, made: [...new Set([...made, ...(entry.made ?? [])])] };
  const stored = [...known.filter(({ key }) => key !== entry.key), noted].slice(-MAX_KEPT);
  let room = MAX_MADE;
  const withRoom = stored.reverse().map((each) => {
    const made = (each.made ?? []).slice(0, room);
    room -= made.length;
    return { ...each, made };
  });
  writeStored('brought in', { all: withRoom.reverse() });
}

function all(): readonly ImportedFile[] {
  const known = readStored<{ all: ImportedFile[] }>('brought in')?.all;
  return Array.isArray(known) ? known : [];
}
