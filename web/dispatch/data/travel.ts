import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import type { GetTravelModelAnswer } from '../../store/wire/dispatch.ts';

/** Interval at which the speed of vehicles is requested: it changes by hour. */
const AGAIN_MS = 10 * 60_000;
/** After a failure, sooner. */
const FAILED_MS = 20_000;

/** Metres of straight line in a second, by kind of vehicle; undefined until it is known. */
export const speeds = signal<ReadonlyMap<string, number> | undefined>(undefined);

let users = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the speeds known as long as it is used, once for all that use it. */
export function useSpeeds(): void {
  useEffect(() => {
    if (++users === 1) void ask();
    return () => {
      if (--users === 0) clearTimeout(timer);
    };
  }, []);
}

async function ask(): Promise<void> {
  let wait = AGAIN_MS;
  try {
    const { modes } = await request<GetTravelModelAnswer>('/api/v2/estimates/model');
    speeds.value = new Map(modes.map(({ mode, metresPerSecond }) => [mode, metresPerSecond]));
  } catch {
    // What is known stays; without it times are not shown.
    wait = FAILED_MS;
  }
  clearTimeout(timer);
  if (users > 0) timer = setTimeout(ask, wait);
}
