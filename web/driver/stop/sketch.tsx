import { placeInSketch, SKETCH_RINGS } from '../../../rules/sketch.ts';
import { bearingOf, metresBetween, type Place } from '../../../rules/sphere.ts';
import { distance } from '../../shared/texts/distance.ts';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { taskPlace } from '../../store/dispatch/select/tasks.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { whereabouts } from '../data/positions.ts';
import { tasks } from '../data/tasks.ts';
import { stopWords as words } from './texts/index.ts';

const awayFrom = (from: Place, to: Place) => ({ metres: metresBetween(from, to), bearing: bearingOf(from, to) });

/** Returns one of the eight directions of the texts: 0 is north, 2 east. */
const directionOf = (bearing: number): number => Math.round(bearing / 45) % 8;

/** Other stops that are nearer stand at the same door. */
const SAME_DOOR_METRES = 15;

/**
 * The area of a stop without a map, from what lies on the phone alone: the stop in the middle, north above, and in which direction and how
 * far the driver and the other stops of the day are.
 */
export function StopSketch({ task }: { task: Task }) {
  if (!task.destination.located) return null;
  const from = taskPlace(task);
  const here = whereabouts.value;
  const away = here && awayFrom(from, here.location);
  const others = otherStops(tasks.value, task.id).flatMap((other) => {
    const there = awayFrom(from, taskPlace(other));
    return there.metres < SAME_DOOR_METRES ? [] : [{ id: other.id, at: placeInSketch(there.metres, there.bearing) }];
  });
  if (!away && others.length === 0) return null;
  const where =
    away && words.away({ far: distance(away.metres), direction: words.directions[directionOf(away.bearing)]! });
  return (
    <figure class="stop-sketch">
      <svg viewBox="-100 -72 200 144" role="img" aria-label={words.sketch({ others: others.length })}>
        {SKETCH_RINGS.map(({ radius, metres }) => (
          <g key={radius}>
            <circle class="ring" r={radius} />
            <text x="0" y={radius - 2}>
              {distance(metres)}
            </text>
          </g>
        ))}
        <path class="north" d="M0-70-3-63H3Z" />
        {others.map(({ id, at: [x, y] }) => (
          <rect key={id} class="other" x={x - 3} y={y - 3} width="6" height="6" />
        ))}
        <path class="door" d="M-7 1 0-6 7 1V7H-7Z" />
        {away && <You at={placeInSketch(away.metres, away.bearing)} isOld={here.isOld} />}
      </svg>
      <figcaption>
        {where && (
          <strong>
            {here?.isOld ? words.awayThen({ where, time: timeOfDay(new Date(here.time)) }) : words.awayNow({ where })}
          </strong>
        )}
        <span>
          {where && words.sketchYou} {others.length > 0 && words.sketchOthers}
        </span>
      </figcaption>
    </figure>
  );
}

/** Returns the unfinished stops with a place. */
export function otherStops(shown: readonly ShownTask[], taskId: string): Task[] {
  return shown.flatMap(({ task, state }) =>
    state === 'done' || task.id === taskId || !task.destination.located ? [] : [task],
  );
}

function You({ at: [x, y], isOld }: { at: readonly [number, number]; isOld: boolean }) {
  return <circle class={isOld ? 'you old' : 'you'} r="6" cx={x} cy={y} />;
}
