import { projection, SKETCH } from '../map/projection.ts';
import { routeWords } from './texts/index.ts';

/** A way to draw: what begins it, then its stops in order. */
export interface SketchRoute {
  id: string;
  /** In one or two letters: what stands before the numbers of its stops. */
  sign: string;
  start: readonly [number, number] | undefined;
  stops: readonly { id: string; at: readonly [number, number] }[];
}

interface RouteSketchProps {
  routes: readonly SketchRoute[];
  /** The route that is looked at; the others stand back. */
  chosen?: string | undefined;
}

/** Dashes tell routes apart where colours do not. */
const DASHES = ['none', '8 4', '2 4', '12 4 2 4', '4 8'];
/** With more of them no number can be read: then they are dots. */
const MAX_NUMBERED = 80;

/** Drawing of routes without a map: lines between stops, each with its route's sign and number. */
export function RouteSketch({ routes, chosen }: RouteSketchProps) {
  const points = routes.flatMap(({ start, stops }) => [...(start ? [{ at: start }] : []), ...stops]);
  if (points.length === 0) return null;
  const place = projection(points);
  const count = routes.reduce((sum, { stops }) => sum + stops.length, 0);
  return (
    <svg
      class="route-sketch"
      viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
      role="img"
      aria-label={routeWords.sketch({ routes: routes.length, stops: count })}
    >
      {routes.map((route, index) => (
        <RouteLine
          key={route.id}
          route={route}
          dash={DASHES[index % DASHES.length]!}
          place={place}
          isBack={chosen !== undefined && chosen !== route.id}
          isNumbered={count <= MAX_NUMBERED || chosen === route.id}
        />
      ))}
    </svg>
  );
}

interface RouteLineProps {
  route: SketchRoute;
  dash: string;
  place: ReturnType<typeof projection>;
  isBack: boolean;
  isNumbered: boolean;
}

function RouteLine({ route: { sign, start, stops }, dash, place, isBack, isNumbered }: RouteLineProps) {
  const path = [...(start ? [start] : []), ...stops.map(({ at }) => at)].map(place);
  return (
    <g class={isBack ? 'route-way back' : 'route-way'}>
      <polyline points={path.map((point) => point.join()).join(' ')} stroke-dasharray={dash} />
      {start && <rect x={path[0]![0] - 6} y={path[0]![1] - 6} width="12" height="12" />}
      {stops.map(({ id, at }, index) => {
        const [x, y] = place(at);
        return (
          <g key={id}>
            <circle cx={x} cy={y} r={isNumbered ? 16 : 4} />
            {isNumbered && (
              <text x={x} y={y + 6}>
                {sign}
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** A, B, … Z, AA, … */
export function signOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : signOf(Math.floor(index / 26) - 1) + letter;
}
