import type { Reader } from '../../platform/db/reader.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { logKindsOf } from './legacy-settings-events.ts';
import { type Listener, listenerOf, receives, tagsOf } from './listener.ts';
import { isInLog, loadListeners, readTaggedEvents } from './queries.ts';
import type { EventQueue } from './queue.ts';

/** Events of one answer, and rows of the log that one query looks at: a long backlog comes in pieces. */
export const MAX_EVENTS = 1000;
const MAX_SCANNED = 20_000;

export interface Backfill {
  listener: Listener;
  events: AppendedEvent[];
  /** Everything up to here was looked at. */
  scanned: number;
}

/**
 * Reads what a queue missed from the log, up to `upto` at most and `most` events.
 * @returns undefined when the log no longer holds what follows `after`, or the person is gone
 */
export async function backfill(
  reader: Reader,
  queue: EventQueue,
  publicChannels: ReadonlySet<number> | undefined,
  { after, upto, most }: { after: number; upto: number; most: number },
): Promise<Backfill | undefined> {
  const { userId, options } = queue;
  if (!(await isInLog(reader, after + 1))) return undefined;
  const [row] = await loadListeners(reader, [userId], after);
  if (!row) return undefined;
  const listener = listenerOf(row);
  const until = Math.min(upto, after + MAX_SCANNED);
  const found = await readTaggedEvents(
    reader,
    { after, upto: until, limit: most },
    { tags: tagsOf(listener), allMessages: publicChannels !== undefined, types: logKindsOf(options) },
  );
  return {
    listener,
    events: found.filter((event) => receives(listener, event, publicChannels)),
    scanned: found.length < most ? until : found.at(-1)!.id,
  };
}
