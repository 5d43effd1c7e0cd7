import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

const SECOND_MS = 1000;
/** Interval at which ages in seconds are updated. */
export const AGE_MS = 5000;

/** The time to the second, for what follows from it and hardly ever changes. */
export const second = signal(Date.now());
setInterval(() => {
  second.value = Date.now();
}, SECOND_MS);

/** Another number every five seconds: one clock for all that says how old it is. */
export const ageTick = signal(0);
setInterval(() => {
  ageTick.value++;
}, AGE_MS);

/** The time, now and then: what follows from it is drawn anew. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
