import { mayWrite } from '../data/me.ts';
import { TASK_SIGNS } from './style.ts';
import { mapWords } from './texts/index.ts';

/** Legend of the map. @param props.hasStreets undefined: not known yet */
export function Legend({ hasStreets }: { hasStreets: boolean | undefined }) {
  const { signs, legend, noStreets, rectangle, drag } = mapWords;
  return (
    <details class="map-legend">
      <summary>{legend}</summary>
      <ul>
        {(['fresh', 'old', 'lost'] as const).map((age) => (
          <li key={age}>
            <i class={`sign worker ${age}`} aria-hidden="true" />
            {signs[age]}
          </li>
        ))}
        {(['unassigned', 'assigned', 'active'] as const).map((state, index) => (
          <li key={state}>
            <i class={`sign ${state}`} aria-hidden="true">
              {TASK_SIGNS[index]}
            </i>
            {signs[state]}
          </li>
        ))}
        <li>
          <i class="sign late" aria-hidden="true">
            !
          </i>
          {signs.late}
        </li>
        <li>
          <i class="sign unassigned" aria-hidden="true">
            {TASK_SIGNS[0]}?
          </i>
          {signs.unplaced}
        </li>
        <li>
          <i class="sign group" aria-hidden="true">
            12
          </i>
          {signs.group}
        </li>
        <li>
          <i class="sign" aria-hidden="true">
            ⌂
          </i>
          {signs.hub}
        </li>
      </ul>
      <p>{mayWrite.value ? `${rectangle} ${drag}` : rectangle}</p>
      {hasStreets === false && <p>{noStreets}</p>}
    </details>
  );
}
