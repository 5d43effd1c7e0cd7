import { useEffect, useState } from 'preact/hooks';
import { ageOf } from '../../store/dispatch/select/age.ts';
import { positions } from '../data/floor.ts';
import { words } from '../texts/index.ts';

/** How long ago a worker's place was measured, kept right while it is shown. */
export function PositionAge({ workerId }: { workerId: string }) {
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  // Not when it was looked at last: a place that came since then would be from the future.
  const now = Date.now();
  const located = positions.value.positions.get(workerId)?.located ?? null;
  const age = ageOf(located, now);
  return (
    <span class={`position-age ${age}`}>
      {located === null ? words.position.none : words.position.age(Math.max(0, now - located))}
    </span>
  );
}
