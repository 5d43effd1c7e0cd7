import { distance } from '../geography/distance.ts';
import type { Location } from '../geography/location.ts';
import type { ContainerRow } from './queries.ts';

type Route = Pick<ContainerRow, 'firstLon' | 'firstLat' | 'lastLon' | 'lastLat' | 'routeMm'>;

/** Whole millimetres, so that a length that is added to and taken from for years stays exact. */
export const millimetres = (from: Location, to: Location): number => Math.round(distance(from, to) * 1000);

/** The route through these stops. */
export function routeThrough(stops: readonly { lon: number; lat: number }[]): Route {
  let routeMm = 0;
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1]!, stops[i]!];
    routeMm += millimetres([from.lon, from.lat], [to.lon, to.lat]);
  }
  const [first, last] = [stops[0], stops.at(-1)];
  return {
    firstLon: first?.lon ?? null,
    firstLat: first?.lat ?? null,
    lastLon: last?.lon ?? null,
    lastLat: last?.lat ?? null,
    routeMm,
  };
}

/** The route after one more stop at its end: no look at the stops before. */
export function routeExtended(route: Route, [lon, lat]: Location): Route {
  if (route.lastLon === null || route.lastLat === null) return routeThrough([{ lon, lat }]);
  return {
    firstLon: route.firstLon,
    firstLat: route.firstLat,
    lastLon: lon,
    lastLat: lat,
    routeMm: route.routeMm + millimetres([route.lastLon, route.lastLat], [lon, lat]),
  };
}

/**
 * Metres that a worker travels from `here` through the active task and the ordered tasks to `there`
 * (spec: dispatch 4, autoAssign `load`).
 */
export function travelTo(
  container: Omit<Route, 'routeMm'> & Pick<ContainerRow, 'activeLon' | 'activeLat'> & { routeMm: number | null },
  here: Location,
  there: Location,
): number {
  let metres = 0;
  let at = here;
  if (container.activeLon !== null && container.activeLat !== null) {
    const active: Location = [container.activeLon, container.activeLat];
    metres += distance(at, active);
    at = active;
  }
  if (container.firstLon !== null && container.firstLat !== null) {
    metres += distance(at, [container.firstLon, container.firstLat]) + (container.routeMm ?? 0) / 1000;
    at = [container.lastLon!, container.lastLat!];
  }
  return metres + distance(at, there);
}
