import type { MapPoint } from './features.ts';
import { pointsOfWorkers } from './follow-workers.ts';
import { projection, SKETCH } from './projection.ts';
import { sketchCells } from './sketch-cells.ts';
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
  const { single, cells } = sketchCells(tasks, place);
  return (
    <figure class="map-sketch">
      <svg
        viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
        role="img"
        aria-label={mapWords.sketch({ onMap: workers.length, open: tasks.length })}
      >
        {cells.map(({ x, y, count }) => (
          <g key={`${x} ${y}`} class="sketch-cell">
            <circle cx={x} cy={y} r="12" />
            <text x={x} y={y + 4}>
              {count}
            </text>
          </g>
        ))}
        {single.map(({ id, x, y, properties }) => (
          <text key={id} x={x} y={y} class={`sketch-task state-${properties.state}${properties.late ? ' late' : ''}`}>
            {TASK_SIGNS[Number(properties.state) as 0 | 1 | 2]}
            {properties.late && '!'}
          </text>
        ))}
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
