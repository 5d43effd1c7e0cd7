import { timeOfDay } from '../../shared/ui/time.tsx';
import { type Axis, hoursOf, pxOf } from './axis.ts';

/** The hours above the rows, and what time it is. */
export function Hours({ axis, now }: { axis: Axis; now: number }) {
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
          {timeOfDay(hour)}
        </span>
      ))}
      <span class="timeline-clock" style={{ insetInlineStart: `calc(var(--head) + ${pxOf(axis, now)}px)` }}>
        {timeOfDay(new Date(now))}
      </span>
    </div>
  );
}
