import { timeOfDay } from '../../shared/ui/time.tsx';
import { type Axis, hoursOf, pxOf } from './axis.ts';

/** Half of the mark of the present time, and an hour's label. */
const CLOCK_PX = 34;
const LABEL_PX = 60;

/** The hours above the rows, and what time it is: an hour that would lie under that mark keeps only its line. */
export function Hours({ axis, now }: { axis: Axis; now: number }) {
  // Whole beside the names, also at the beginning.
  const clock = Math.max(CLOCK_PX, pxOf(axis, now));
  const isUnderClock = (px: number) => px < clock + CLOCK_PX && px + LABEL_PX > clock - CLOCK_PX;
  return (
    <div
      class="timeline-hours"
      style={{ inlineSize: `calc(var(--head) + ${pxOf(axis, axis.to)}px)` }}
      aria-hidden="true"
    >
      <span class="timeline-corner" />
      {hoursOf(axis).map((hour) => (
        <span
          key={hour.getTime()}
          class="timeline-hour"
          style={{ insetInlineStart: `calc(var(--head) + ${pxOf(axis, hour.getTime())}px)` }}
        >
          {isUnderClock(pxOf(axis, hour.getTime())) ? '\u00a0' : timeOfDay(hour)}
        </span>
      ))}
      <span class="timeline-clock" style={{ insetInlineStart: `calc(var(--head) + ${clock}px)` }}>
        {timeOfDay(new Date(now))}
      </span>
    </div>
  );
}
