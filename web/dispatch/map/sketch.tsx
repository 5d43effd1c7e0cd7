import { boundsOf, type MapPoint } from './features.ts';
import { TASK_SIGNS } from './style.ts';
import { mapWords } from './texts/index.ts';

/** From longitude and latitude to the drawing. */
type Projection = (at: readonly [number, number]) => [number, number];

const WIDTH = 640;
const HEIGHT = 480;
const MARGIN = 24;

/** Where things are to each other, without a map: for browsers that draw none. The lists beside it open what is drawn. */
export function Sketch({
  workers,
  tasks,
  reason,
}: {
  workers: readonly MapPoint[];
  tasks: readonly MapPoint[];
  /** Why there is no map. */
  reason: string;
}) {
  const place = projection([...workers, ...tasks]);
  return (
    <figure class="map-sketch">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={mapWords.sketch(workers.length, tasks.length)}>
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

/** Places to the drawing: a degree of longitude is shorter than one of latitude. */
function projection(points: readonly MapPoint[]): Projection {
  const [west, south, east, north] = boundsOf(points) ?? [-1, -1, 1, 1];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max((east - west) * narrow, 1e-4),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, 1e-4),
  );
  return ([lon, lat]) => [
    WIDTH / 2 + (lon - (west + east) / 2) * narrow * scale,
    HEIGHT / 2 - (lat - (south + north) / 2) * scale,
  ];
}
