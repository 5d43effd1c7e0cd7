import type { MapPoint } from './features.ts';
import { pointsOfWorkers } from './follow-workers.ts';
import { projection, SKETCH } from './projection.ts';
import { TASK_SIGNS } from './style.ts';
import { mapWords } from './texts/index.ts';

/** Room for half a name beside whoever is farthest out. */
const NAME = 72;

interface SketchProps {
  tasks: readonly MapPoint[];
  /** Why there is no map. */
  reason: string;
}

/** Drawing without a map, for browsers that cannot show one. The lists beside it open the objects. */
export function Sketch({ tasks, reason }: SketchProps) {
  const workers = pointsOfWorkers.value;
  const place = projection([...workers, ...tasks], NAME);
  return (
    <figure class="map-sketch">
      <svg
        viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
        role="img"
        aria-label={mapWords.sketch({ onMap: workers.length, open: tasks.length })}
      >
        {tasks.map(({ id, at, properties }) => {
          const [x, y] = place(at);
          return (
            <text key={id} x={x} y={y} class={`sketch-task state-${properties.state}`}>
              {TASK_SIGNS[Number(properties.state) as 0 | 1 | 2]}
            </text>
          );
        })}
        {workers.map(({ id, at, properties }) => {
          const [x, y] = place(at);
          return (
            <g key={id} class={`sketch-worker ${properties.age}`}>
              <circle cx={x} cy={y} r="7" />
              <text x={x} y={y + 20}>
                {properties.age === 'lost' && '✕ '}
                {properties.name}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>{reason}</figcaption>
    </figure>
  );
}
