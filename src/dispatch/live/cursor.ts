import { createHash } from 'node:crypto';
import type { InSight } from '../sight/live-source.ts';

/** Position of a live view: all events up to one, for one sight. It is the `id` of frames and opaque to clients. */
export interface Cursor {
  event: number;
  /** Milliseconds, of that event: a log that went back gives its numbers again, to others (src/platform/events/README.md). 0: not known. */
  at: number;
  /** Result of {@link sightTag}. */
  sight: string;
}

export function writeCursor({ event, at, sight }: Cursor): string {
  return `${event}-${at.toString(36)}-${sight}`;
}

/** Undefined for what is no cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [, event, at, sight] = /^(\d{1,15})-([0-9a-z]{1,10})-([0-9a-z]{1,16})$/.exec(text) ?? [];
  return event && at && sight ? { event: Number(event), at: Number.parseInt(at, 36), sight } : undefined;
}

/** Tells a sight from another: a view of one cannot be gone on with in another. */
export function sightTag(inSight: InSight | null): string {
  if (inSight === null) return 'all';
  const ids = [...[...inSight.teams].sort(), '', ...[...inSight.workers].sort()];
  return createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 16);
}
