import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { countStream } from '../../platform/http/event-stream.ts';
import type { KeyCaller } from '../http/caller.ts';
import { DispatchError, invalidValue } from '../http/errors.ts';
import { dispatchOperation, type StreamRequest } from '../http/operation.ts';
import { Millis } from '../http/validate.ts';
import { type Beginning, canGoOn, sendReady, sendSnapshot, sendTouched, touchedBetween } from './begin.ts';
import { readCursor, sightTag } from './cursor.ts';
import { LIVE_EVENTS } from './frames.ts';
import { liveHub } from './live-hub.ts';
import { inSightOf } from './sight-groups.ts';
import { type EndReason, Watcher } from './watcher.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 31;
/** Per administrator or key in each process: a browser uses one stream for all its tabs. */
const MAX_STREAMS = 10;

export const watchLive = dispatchOperation({
  method: 'GET',
  path: '/live',
  summary: 'Stream the whole fleet (Server-Sent Events): all that you see first, then each change',
  access: 'apiKey',
  holds: true,
  query: {
    completedSince: Type.Optional(
      described(Millis, 'Also tasks completed since this time, in milliseconds since 1970.'),
    ),
    lastEventId: Type.String({ maxLength: 100, description: 'Use it in place of the header `Last-Event-ID`.' }),
    heartbeatSeconds: Type.Enum([3, 25], {
      type: 'integer',
      description: 'Seconds between two comments; 25 if absent.',
    }),
  },
  events: LIVE_EVENTS,
  async stream(request, { query }, open) {
    const { caller, services, reader, now } = request;
    const { organizationId, sight } = caller;
    const completedSince = readSince(query.completedSince, now);
    const cursor = readCursor(request.lastEventId ?? query.lastEventId ?? '');
    const hub = liveHub(services);
    const live = await hub.organization(organizationId);
    const inSight = await inSightOf(reader, sight);
    // Events that another process has sent are known here soon.
    if (cursor && cursor.event > live.position) await services.state.catchUp(organizationId, cursor.event);
    const isResumed = cursor !== undefined && (await canGoOn(live, cursor, inSight));
    const owner = `${organizationId} ${caller.administratorId ?? caller.credentialId}`;
    const release = countStream(services, `live ${owner}`, MAX_STREAMS);
    if (!release)
      throw new DispatchError(2300, `An administrator or key can have at most ${MAX_STREAMS} open streams.`);
    const stream = open({ heartbeatSeconds: query.heartbeatSeconds });
    const watcher = new Watcher(stream, () => recheck(request));
    live.watchers.add(watcher);
    const leave = () => {
      release();
      live.watchers.delete(watcher);
      live.groups.leave(watcher);
    };
    stream.onEnd(leave);
    const beginning = { live, stream, sight, inSight, completedSince };
    await begin(beginning, watcher, isResumed ? cursor.event : undefined).catch((error) => {
      services.database.availability.logFailure(error, 'a live view could not start; its client will retry');
      watcher.end('unavailable');
    });
  },
});

/** @throws {DispatchError} 1000 for a time that is too far back */
function readSince(given: number | undefined, now: Date): Date {
  if (given === undefined) return new Date(now.getTime() - DAY_MS);
  if (given < now.getTime() - MAX_DAYS * DAY_MS)
    throw invalidValue(`completedSince must be at most ${MAX_DAYS} days ago.`);
  return new Date(Math.min(Math.floor(given), now.getTime()));
}

/**
 * Sends what a view begins with, and joins it to the others.
 * @param resumedAt the event up to which the reader has had everything; undefined: nothing
 */
async function begin(beginning: Beginning, watcher: Watcher, resumedAt: number | undefined): Promise<void> {
  const { live, stream, sight, inSight, completedSince } = beginning;
  const from = resumedAt ?? live.position;
  if (resumedAt === undefined) await sendSnapshot(beginning);
  if (stream.hasEnded || live.over.signal.aborted) return watcher.end('unavailable');
  const group = live.groups.join(watcher, sight, inSight, completedSince);
  // From here on everything is held for the reader; what came before is read after.
  const { position } = live;
  const id = live.cursorOf(group);
  const now = await inSightOf(live.view(completedSince).reader, sight);
  const touched = await touchedBetween(live, from, position);
  if (!touched || sightTag(now) !== group.tag) return watcher.end('sight_changed');
  await sendTouched(beginning, touched, position);
  sendReady(beginning, { id, event: position, isResumed: resumedAt !== undefined });
  watcher.begin();
  // Whatever changed for the caller while the stream was being opened.
  const reason = await watcher.recheck();
  if (reason) watcher.end(reason);
}

/** Whether who watches may still, and sees what they saw. */
async function recheck({ caller, authorizeAgain }: StreamRequest<KeyCaller>): Promise<EndReason | undefined> {
  try {
    const { sight } = await authorizeAgain();
    return String(sight.teams) === String(caller.sight.teams) ? undefined : 'sight_changed';
  } catch (error) {
    return error instanceof DispatchError && [1100, 1102, 1300].includes(error.number)
      ? 'session_ended'
      : 'unavailable';
  }
}
