import { useEffect, useState } from 'preact/hooks';
import { positions } from '../data/floor.ts';
import { words } from '../texts/index.ts';

const MINUTE_MS = 60_000;

/** How old a place is: as it is now up to a minute, then growing old, after five minutes nothing to go by. */
export function ageOf(located: number | null, now: number): 'fresh' | 'old' | 'lost' {
  if (located === null) return 'lost';
  const age = now - located;
  return age <= MINUTE_MS ? 'fresh' : age <= 5 * MINUTE_MS ? 'old' : 'lost';
}

/** How long ago a worker's place was measured, kept right while it is shown. */
export function PositionAge({ workerId }: { workerId: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const located = positions.value.positions.get(workerId)?.located ?? null;
  const age = ageOf(located, now);
  return (
    <span class={`position-age ${age}`}>
      {located === null ? words.position.none : words.position.age(Math.max(0, now - located))}
    </span>
  );
}
