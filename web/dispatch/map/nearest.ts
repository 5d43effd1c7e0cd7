import type { Map as GlMap } from 'maplibre-gl';
import type { MapPoint } from './features.ts';
import type { PointerPlace } from './gestures.ts';

/** Object at the pointer. */
interface Found {
  id: string;
  source: 'workers' | 'tasks' | 'marked';
}

/** Drawn points, by source and ID. */
export type DrawnPoints = Readonly<Record<Found['source'], ReadonlyMap<string, MapPoint>>>;

/** The layers of groups; late and selected tasks are never in one. */
const GROUPS_OF: Readonly<Partial<Record<Found['source'], string>>> = {
  workers: 'worker-groups',
  tasks: 'task-groups',
};

/** As near as this, in pixels, a thing is meant. */
const NEAR = 14;

/** Returns the point nearest to a place on the map, among those handed in: the painted ones may be slightly older. */
export function nearestAt(
  map: GlMap,
  drawn: DrawnPoints,
  point: PointerPlace,
  sources: readonly Found['source'][],
): Found | undefined {
  const corner = (x: number, y: number) => map.unproject([point.x + x * NEAR, point.y + y * NEAR]);
  const [upper, lower] = [corner(-1, -1), corner(1, 1)];
  const found = sources.flatMap((source) => {
    const isShown = ungrouped(map, point, source);
    return [...drawn[source].values()].flatMap(({ id, at }): (Found & { away: number })[] => {
      const [lon, lat] = at;
      if (lon < upper.lng || lon > lower.lng || lat < lower.lat || lat > upper.lat || !isShown(id)) return [];
      const { x, y } = map.project([lon, lat]);
      const away = Math.hypot(x - point.x, y - point.y);
      return away <= NEAR ? [{ id, source, away }] : [];
    });
  });
  return found.sort((one, other) => one.away - other.away)[0];
}

/** Returns a test for points that are visible by themselves near a place: one that is hidden in a group is never meant. */
function ungrouped(map: GlMap, { x, y }: PointerPlace, source: Found['source']): (id: string) => boolean {
  const groups = GROUPS_OF[source];
  if (groups === undefined || map.queryRenderedFeatures({ layers: [groups] }).length === 0) return () => true;
  const box: [[number, number], [number, number]] = [
    [x - NEAR, y - NEAR],
    [x + NEAR, y + NEAR],
  ];
  const single = new Set(map.queryRenderedFeatures(box, { layers: [source] }).map(({ properties }) => properties.id));
  return (id) => single.has(id);
}

/** The tasks in a rectangle, of what is handed in: one that lies under another is meant as well. */
export function tasksWithin(
  map: GlMap,
  { tasks, marked }: DrawnPoints,
  from: PointerPlace,
  to: PointerPlace,
): string[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  return [...tasks.values(), ...marked.values()].flatMap(({ id, at }) => {
    const { x, y } = map.project([at[0], at[1]]);
    return x >= left && x <= right && y >= top && y <= bottom ? [id] : [];
  });
}
