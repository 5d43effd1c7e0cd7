import { Icon } from '../../shared/ui/icon.tsx';
import { ageOf } from '../../store/dispatch/select/age.ts';
import { ageTick } from '../data/clock.ts';
import { usePosition } from '../data/positions.ts';
import { words } from '../texts/index.ts';
import { span } from '../texts/units.ts';
import './position-age.css';

/** Returns the age of a worker's position, updated while it is shown. */
function useLocated(workerId: string): { located: number | null; now: number } {
  ageTick.value;
  // Not when it was looked at last: a place that came since then would be from the future.
  return { located: usePosition(workerId)?.located ?? null, now: Date.now() };
}

/** Age of a worker's position. */
export function PositionAge({ workerId }: { workerId: string }) {
  const { located, now } = useLocated(workerId);
  return (
    <span class={located === null ? 'position-age' : `position-age ${ageOf(located, now)}`}>
      {located === null ? words.position.none : words.position.age({ time: span(Math.max(0, now - located)) })}
    </span>
  );
}

/** Explains an old position; empty while it is recent enough. */
export function LostPosition({ workerId }: { workerId: string }) {
  const { located, now } = useLocated(workerId);
  if (located === null || ageOf(located, now) !== 'lost') return null;
  return (
    <p class="lost-position">
      <Icon name="triangle-alert" />
      {words.position.lost({ time: span(now - located) })}
    </p>
  );
}
