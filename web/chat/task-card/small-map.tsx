import { metresBetween, type Place } from '../../../rules/sphere.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { distance } from '../../shared/texts/distance.ts';
import type { ListPlacesAnswer } from '../../store/wire/dispatch.ts';
import { frameOf, MAP_SIZE } from './map-frame.ts';
import './small-map.css';
import { taskCardWords as words } from './texts/index.ts';

/** More names have no room. */
const MAX_TOWNS = 3;
/** Characters of a name that have room beside its dot. */
const MAX_NAME = 14;

interface SmallMapProps {
  taskId: string;
  destination: Place;
  /** The place of the worker or, once the task ended, of its end. */
  other?: { place: Place; isOld: boolean; isEnd: boolean } | undefined;
}

/**
 * A drawing of where a task goes and how far the worker is, which leads to the console's map. This server alone is asked
 * for it: a map in each topic would load streets from wherever the organization has them.
 */
export function SmallMap({ taskId, destination, other }: SmallMapProps) {
  const { box, pointOf, bar } = frameOf(destination, other?.place);
  // Rounded outwards: a worker who moves asks for the same towns again, which the browser has.
  const bbox = box.map((degrees, index) => (index < 2 ? Math.floor(degrees * 10) : Math.ceil(degrees * 10)) / 10);
  const { answer } = useRequest<ListPlacesAnswer>(
    `/api/v2/map/places?bbox=${encodeURIComponent(withinWorld(bbox).join(','))}&limit=${MAX_TOWNS}`,
  );
  const [x, y] = pointOf(destination);
  const [toX, toY] = other ? pointOf(other.place) : [x, y];
  const far = other && distance(metresBetween(destination, other.place));
  const where = far && (other.isEnd ? words.map.ended({ far }) : words.map.away({ far }));
  return (
    <a class="small-map" href={`/dispatch/map?task=${encodeURIComponent(taskId)}`}>
      <svg viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`} aria-hidden="true">
        {answer?.places.map((town) => (
          <Town key={`${town.name} ${town.location}`} name={town.name} at={pointOf(town.location)} />
        ))}
        <path class="small-map-bar" d={`M8 ${MAP_SIZE.height - 12}v4h${bar.width}v-4`} />
        <text class="small-map-scale" x={14 + bar.width} y={MAP_SIZE.height - 7}>
          {distance(bar.metres)}
        </text>
        {other && <path class="small-map-line" d={`M${toX} ${toY}L${x} ${y}`} />}
        <path class="small-map-door" transform={`translate(${x} ${y})`} d="M-8 1 0-7 8 1V8H-8Z" />
        {other && <circle class={other.isOld ? 'small-map-other old' : 'small-map-other'} cx={toX} cy={toY} r="6" />}
      </svg>
      <span>{where ?? words.map.open}</span>
      {where && <span class="unseen">{words.map.open}</span>}
    </a>
  );
}

function Town({ name, at: [x, y] }: { name: string; at: readonly [number, number] }) {
  if (x < 4 || x > MAP_SIZE.width - 4 || y < 12 || y > MAP_SIZE.height - 24) return null;
  const isLeft = x > MAP_SIZE.width / 2;
  return (
    <g class="small-map-town">
      <circle cx={x} cy={y} r="2" />
      <text x={isLeft ? x - 5 : x + 5} y={y + 4} text-anchor={isLeft ? 'end' : 'start'}>
        {name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name}
      </text>
    </g>
  );
}

const withinWorld = ([west, south, east, north]: readonly number[]) => [
  Math.max(-180, west!),
  Math.max(-90, south!),
  Math.min(180, east!),
  Math.min(90, north!),
];
