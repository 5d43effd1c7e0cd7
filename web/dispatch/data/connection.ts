import { computed, effect, signal } from '@preact/signals';
import { Live } from '../../shared/live/live.ts';
import { loadSession, sessionEnded } from '../../shared/session/session.ts';
import { Gap } from '../../store/dispatch/apply.ts';
import type { DispatchState } from '../../store/dispatch/state.ts';
import { second } from './clock.ts';
import { stateToHandOver, streamClosed, takeFrame, takeState } from './floor.ts';

/** Since when there is no stream; undefined while there is one. */
export const closedSince = signal<Date | undefined>(undefined);
/** Time of the last message from the stream. */
export const receivedAt = signal<Date | undefined>(undefined);

/** Heartbeats for somebody who looks, and for nobody, in seconds. */
const HEARTBEAT_S = { watched: 3, hidden: 25 };
/** A stream that says nothing for so long, though it should every three seconds, is opened again. */
const LOST_MS = 8000;
/** The page is told as of when it is true after so long without a word. */
const SILENT_MS = { watched: 4000, hidden: 32_000 };
/** A stream that is back so soon was never missed, unless the browser itself says that it is offline. */
const GRACE_MS = 4000;

/** Since when somebody looks; undefined while nobody does. */
const watchedSince = signal(document.hidden ? undefined : Date.now());
document.addEventListener('visibilitychange', () => {
  watchedSince.value = document.hidden ? undefined : Date.now();
});
const isOffline = signal(!navigator.onLine);
for (const name of ['online', 'offline'])
  addEventListener(name, () => {
    isOffline.value = !navigator.onLine;
  });

/** As of when the page is true; undefined: as of now. */
export const asOf = computed<Date | undefined>(() => {
  const { value: now } = second;
  const closed = closedSince.value;
  if (closed && (isOffline.value || now - closed.getTime() >= GRACE_MS)) return closed;
  const received = receivedAt.value;
  if (!received) return undefined;
  const since = watchedSince.value;
  // Whoever comes back has the slower heartbeat until the stream is opened anew.
  const silence = now - Math.max(received.getTime(), since ?? 0);
  return silence >= (since === undefined ? SILENT_MS.hidden : SILENT_MS.watched) ? received : undefined;
});

/** A dispatcher's page is current within three seconds after the server is. */
const LONGEST_WAIT_MS = 2500;

let live: Live | undefined;

/** Begins to follow what happens: one stream for all tabs of this browser. */
export function followFloor(personId: string): void {
  if (live) {
    live.resume();
    return;
  }
  const following = new Live({
    name: `dispatch ${personId}`,
    path: (isWatched) => {
      const heartbeat = isWatched ? HEARTBEAT_S.watched : HEARTBEAT_S.hidden;
      return `/api/v2/live?completedSince=${completedSince()}&heartbeatSeconds=${heartbeat}`;
    },
    watchedSilenceMs: LOST_MS,
    onEvent: (event) => {
      try {
        takeFrame(event);
      } catch (error) {
        if (!(error instanceof Gap)) throw error;
        following.startAnew();
      }
    },
    onSignedOut: sessionEnded,
    onSignedIn: () => void loadSession(),
    longestWaitMs: LONGEST_WAIT_MS,
    handOver: stateToHandOver,
    takeOver: (known) => takeState(known as DispatchState),
  });
  live = following;
  effect(() => {
    closedSince.value = following.closedSince.value;
    if (closedSince.value) streamClosed();
  });
  effect(() => {
    receivedAt.value = following.receivedAt.value;
  });
}

/** Completed tasks are here from yesterday's midnight on; the same for as long as the page is open. */
function completedSince(): number {
  const known = stateToHandOver()?.completedSince;
  if (known) return known;
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - 1);
  return day.getTime();
}
