import type { Feature } from 'geojson';
import type { GeoJSONFeatureDiff } from 'maplibre-gl';
import { initialsOf } from '../../../rules/initials.ts';
import { ageOf } from '../../store/dispatch/select/age.ts';
import { isPlaced } from '../../store/dispatch/select/placed.ts';
import { isLate, taskName } from '../../store/dispatch/select/tasks.ts';
import type { DispatchState, Position } from '../../store/dispatch/state.ts';
import type { LiveWorker } from '../../store/wire/dispatch.ts';

/** A point on the map and what is drawn of it; `id` is that of the worker, the task or the hub. */
export interface MapPoint {
  id: string;
  at: readonly [lon: number, lat: number];
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** A line through places. */
export interface MapLine {
  places: readonly (readonly [lon: number, lat: number])[];
  /** Number of its colour (`rules/initials.ts`); the same as on the worker's picture. */
  hue?: number;
}

/** Up to so many workers have their initials in their sign; of more only their number and names are read. */
const WITH_INITIALS = 500;
const initials = new Map<string, string>();

/** Returns the initials of a name: they are asked for at each report of a position. */
function initialsFor(name: string): string {
  const known = initials.get(name) ?? initialsOf(name);
  initials.set(name, known);
  return known;
}

/** Workers whose place is known, with its age and what they are doing. */
export function workerPoints(
  { workers, positions }: Pick<DispatchState, 'workers' | 'positions'>,
  active: ReadonlyMap<string, unknown>,
  now: number,
): MapPoint[] {
  return [...workers.values()].flatMap((worker) => {
    const point = workerPoint(worker, positions.get(worker.id), active, now, workers.size);
    return point ? [point] : [];
  });
}

/** Returns the point of a worker; undefined if the worker is not drawn. */
function workerPoint(
  { id, name, onDuty }: LiveWorker,
  position: Position | undefined,
  active: ReadonlyMap<string, unknown>,
  now: number,
  count: number,
): MapPoint | undefined {
  if (!onDuty || !isPlaced(position)) return undefined;
  const age = ageOf(position.located, now);
  const letters = count <= WITH_INITIALS ? initialsFor(name) : '';
  return { id, at: [position.lon, position.lat], properties: { name, age, active: active.has(id), letters } };
}

/** Tasks that are not done; one whose address was not found lies where its town is, and is marked. */
export function taskPoints(
  { tasks }: Pick<DispatchState, 'tasks'>,
  selected: ReadonlySet<string>,
  now: number,
): MapPoint[] {
  return [...tasks.values()].flatMap((task) => {
    if (task.state === 3) return [];
    const [lon, lat] = task.destination.location as [number, number];
    const properties = {
      name: taskName(task),
      state: task.state,
      late: isLate(task, now),
      unplaced: !task.destination.located,
      selected: selected.has(task.id),
    };
    return [{ id: task.id, at: [lon, lat], properties }];
  });
}

/** Returns the number of open tasks whose window has ended. */
export function overdueCount({ tasks }: Pick<DispatchState, 'tasks'>, now: number): number {
  let count = 0;
  for (const { state, completeBefore } of tasks.values())
    if (state !== 3 && completeBefore !== null && completeBefore < now) count++;
  return count;
}

export function hubPoints({ hubs }: Pick<DispatchState, 'hubs'>): MapPoint[] {
  return [...hubs.values()].map(({ id, name, location }) => ({
    id,
    at: location as [number, number],
    properties: { name },
  }));
}

/** Returns a worker's line: the present place, then the stops in order. */
export function linePath(
  tasks: DispatchState['tasks'],
  position: Position | undefined,
  stops: readonly string[],
): [number, number][] {
  const start: [number, number][] = isPlaced(position) ? [[position.lon, position.lat]] : [];
  return [...start, ...stops.flatMap((id) => placeOf(tasks.get(id)))];
}

function placeOf(task: { destination: { location: readonly number[] } } | undefined): [number, number][] {
  return task ? [task.destination.location as [number, number]] : [];
}

/** West, south, east, north of points; undefined of none. */
export function boundsOf(
  points: readonly { at: readonly [number, number] }[],
): [number, number, number, number] | undefined {
  if (points.length === 0) return undefined;
  const bounds: [number, number, number, number] = [180, 90, -180, -90];
  for (const { at } of points) {
    bounds[0] = Math.min(bounds[0], at[0]);
    bounds[1] = Math.min(bounds[1], at[1]);
    bounds[2] = Math.max(bounds[2], at[0]);
    bounds[3] = Math.max(bounds[3], at[1]);
  }
  return bounds;
}

/** West, south, east and north of what a map shows, within the world: the map goes on beyond its edges. */
export function boxOf(
  bounds: Record<'getWest' | 'getSouth' | 'getEast' | 'getNorth', () => number>,
): [number, number, number, number] {
  const within = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees));
  return [
    within(bounds.getWest(), 180),
    within(bounds.getSouth(), 90),
    within(bounds.getEast(), 180),
    within(bounds.getNorth(), 90),
  ];
}

/** A point as the map's library takes it. */
export function featureOf({ id, at, properties }: MapPoint): Feature {
  return { type: 'Feature', properties: { ...properties, id }, geometry: { type: 'Point', coordinates: [...at] } };
}

/** Returns the differences of an already drawn point, in the map library's format. */
export function changeOf(drawn: MapPoint | undefined, { id, at, properties }: MapPoint): GeoJSONFeatureDiff[] {
  if (!drawn) return [];
  const others = Object.entries(properties).filter(([key, value]) => drawn.properties[key] !== value);
  return [
    {
      id,
      newGeometry: { type: 'Point', coordinates: [...at] },
      ...(others.length > 0 && { addOrUpdateProperties: others.map(([key, value]) => ({ key, value })) }),
    },
  ];
}

/** Points of a set that must be drawn again. */
export interface PointChanges {
  changed: readonly MapPoint[];
  removed: readonly string[];
}

/** Compares with what is drawn: only what changed is handed to the map, which costs by feature. */
export function pointChanges(drawn: ReadonlyMap<string, MapPoint>, wanted: readonly MapPoint[]): PointChanges {
  const ids = new Set(wanted.map(({ id }) => id));
  return {
    changed: wanted.filter((point) => !isSame(drawn.get(point.id), point)),
    removed: [...drawn.keys()].filter((id) => !ids.has(id)),
  };
}

/** Inputs of drawn workers that change while the state object is the same. */
export interface DrawnOf {
  /** Last reported workers. */
  moved: ReadonlySet<string>;
  active: ReadonlyMap<string, unknown>;
}

/** Returns the workers to check again: newly reported, starting or finishing a task. */
export function changedWorkers(before: DrawnOf, after: DrawnOf): ReadonlySet<string> {
  const ids = new Set(after.moved === before.moved ? [] : after.moved);
  for (const id of after.active.keys()) if (!before.active.has(id)) ids.add(id);
  for (const id of before.active.keys()) if (!after.active.has(id)) ids.add(id);
  return ids;
}

/**
 * The same of some workers: of thousands a few have moved.
 * @param step degrees; somebody who is nearer than this to where they are drawn stays there
 */
export function movedPoints(
  drawn: ReadonlyMap<string, MapPoint>,
  ids: ReadonlySet<string>,
  { workers, positions }: Pick<DispatchState, 'workers' | 'positions'>,
  active: ReadonlyMap<string, unknown>,
  now: number,
  step: number,
): PointChanges {
  const changed: MapPoint[] = [];
  const removed: string[] = [];
  for (const id of ids) {
    const worker = workers.get(id);
    const point = worker && workerPoint(worker, positions.get(id), active, now, workers.size);
    if (point && !isSame(drawn.get(id), point, step)) changed.push(point);
    if (!point && drawn.has(id)) removed.push(id);
  }
  return { changed, removed };
}

/** Returns the points whose age changes how they are drawn. */
export function agedPoints(
  drawn: ReadonlyMap<string, MapPoint>,
  positions: DispatchState['positions'],
  now: number,
): PointChanges {
  const changed: MapPoint[] = [];
  for (const point of drawn.values()) {
    const age = ageOf(positions.get(point.id)?.located ?? null, now);
    if (age !== point.properties.age) changed.push({ ...point, properties: { ...point.properties, age } });
  }
  return { changed, removed: [] };
}

function isSame(one: MapPoint | undefined, other: MapPoint, step = 0): boolean {
  if (!one || !isNear(one.at, other.at, step)) return false;
  const names = Object.keys(other.properties);
  return names.every((name) => one.properties[name] === other.properties[name]);
}

/** Whether two places are within so many degrees at the equator, which are as many pixels everywhere on the map. */
function isNear(one: MapPoint['at'], other: MapPoint['at'], step: number): boolean {
  const height = step * Math.cos((other[1] * Math.PI) / 180);
  return Math.abs(one[0] - other[0]) <= step && Math.abs(one[1] - other[1]) <= height;
}
