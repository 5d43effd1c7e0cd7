import type { EventStream } from '../../platform/http/event-stream.ts';
import { LIVE_KINDS } from '../events/kinds.ts';
import type { Sight } from '../http/caller.ts';
import type { InSight } from '../sight/live-source.ts';
import { type Cursor, sightTag } from './cursor.ts';
import { loadChanges, SOURCES } from './load-changes.ts';
import type { OrganizationLive } from './organization-live.ts';
import { findChanges, findEventTime } from './queries.ts';
import { TouchedObjects } from './touched.ts';

/** Events that somebody may have missed and still be told one by one; beyond, a new beginning is less. */
const MAX_MISSED = 10_000;
/** The same with those of the chat, which are passed over. */
const MAX_PASSED = 200_000;
const MAX_AT_ONCE = 500;

/** Recipient and start of a view. */
export interface Beginning {
  live: OrganizationLive;
  stream: EventStream;
  sight: Sight;
  inSight: InSight | null;
  completedSince: Date;
}

/**
 * Returns the objects touched in a range of the log; undefined if unknown: more than `most` events, or changes that no
 * event names.
 */
export async function touchedBetween(
  live: OrganizationLive,
  after: number,
  upTo: number,
  most = Number.POSITIVE_INFINITY,
): Promise<TouchedObjects | undefined> {
  const touched = new TouchedObjects();
  const { reader } = live.view(new Date(0));
  let count = 0;
  for (let from = after; from < upTo; ) {
    const events = await findChanges(reader, from, upTo, MAX_AT_ONCE);
    for (const event of events) touched.add(event);
    count += events.length;
    if (count > most || touched.everything) return undefined;
    if (events.length < MAX_AT_ONCE) break;
    from = events.at(-1)!.id;
  }
  return touched;
}

/**
 * Whether a view can be gone on with where it stood: it is of the same sight, at an event that the log has, as it was, and
 * not too much has happened since.
 */
export async function canGoOn(live: OrganizationLive, cursor: Cursor, inSight: InSight | null): Promise<boolean> {
  const { position, at } = live;
  if (cursor.sight !== sightTag(inSight) || cursor.event > position) return false;
  if (cursor.event === position) return cursor.at === at;
  const { reader } = live.view(new Date(0));
  const then = await findEventTime(reader, cursor.event);
  if (then?.getTime() !== cursor.at || position - cursor.event > MAX_PASSED) return false;
  return (await touchedBetween(live, cursor.event, position, MAX_MISSED)) !== undefined;
}

/**
 * Sends everything in sight, in pages that are read when the one before is taken, each by statements of its own: no
 * transaction waits for a slow reader. What changes meanwhile is sent once more, when all of it is there.
 */
export async function sendSnapshot({ live, stream, sight, completedSince }: Beginning): Promise<void> {
  let first: object | undefined = { first: true, completedSince: completedSince.getTime() };
  for (const kind of LIVE_KINDS) {
    for await (const items of SOURCES[kind].pages({ ...live.view(completedSince), sight })) {
      if (stream.hasEnded) return;
      stream.send({ event: 'snapshot', data: { kind, items, ...first } });
      first = undefined;
      await stream.drained();
    }
  }
}

/** Sends as it is now what a stretch of the log has touched. */
export async function sendTouched(
  { live, stream, inSight, completedSince }: Beginning,
  touched: TouchedObjects,
  upTo: number,
): Promise<void> {
  const view = live.view(completedSince);
  for await (const changes of loadChanges(view, touched, 'whole')) {
    const texts = changes.map((change) => (inSight === null ? change.text : change.textFor(inSight))).filter(Boolean);
    if (texts.length === 0) continue;
    if (stream.hasEnded) return;
    const head = `{"event":${upTo},"at":${view.now.getTime()},"changes":[`;
    stream.write(Buffer.from(`event: changes\ndata: ${head}${texts.join(',')}]}\n\n`));
    await stream.drained();
  }
}

/** Says that the view is whole up to where it joined. */
export function sendReady(
  { live, stream, sight, completedSince }: Beginning,
  { id, event, isResumed }: { id: string; event: number; isResumed: boolean },
): void {
  const at = live.view(completedSince).now.getTime();
  const since = completedSince.getTime();
  const data = { event, at, resumed: isResumed, completedSince: since, sight: { teams: sight.teams } };
  stream.send({ id, event: 'ready', data });
}
