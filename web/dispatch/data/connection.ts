import { effect, signal } from '@preact/signals';
import { Live } from '../../shared/live/live.ts';
import { loadSession, sessionEnded } from '../../shared/session/session.ts';
import { Gap } from '../../store/dispatch/apply.ts';
import type { DispatchState } from '../../store/dispatch/state.ts';
import { stateToHandOver, streamClosed, takeFrame, takeState } from './floor.ts';

/** Since when there is no stream; undefined while there is one. */
export const closedSince = signal<Date | undefined>(undefined);
/** Time of the last message from the stream. */
export const receivedAt = signal<Date | undefined>(undefined);

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
    path: () => `/api/v2/live?completedSince=${completedSince()}`,
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
