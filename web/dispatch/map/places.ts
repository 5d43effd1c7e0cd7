import { request } from '../../shared/session/session.ts';
import type { MapPoint } from './features.ts';

/** So many names at most; the map leaves out those that have no room. */
const LIMIT = 80;

interface Place {
  name: string;
  country: string;
  location: [number, number];
  population: number;
}

type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * The most populous towns of what is seen. Each part of the world is asked for once in a row, and of two answers the one for what is seen
 * now counts; where the server cannot be reached, those that are there stay.
 */
export function townsFor(show: (towns: MapPoint[]) => void): (box: Box) => Promise<void> {
  let asked: string | undefined;
  return async (box) => {
    const path = pathOf(box);
    if (path === asked) return;
    asked = path;
    const towns = await townsOf(path).catch(() => undefined);
    if (path !== asked) return;
    if (towns) show(towns);
    else asked = undefined;
  };
}

/** A little more than is seen, so that the browser has it already when the map was moved a little. */
function pathOf([west, south, east, north]: Box): string {
  const least = (degrees: number) => Math.floor(degrees * 10) / 10;
  const most = (degrees: number) => Math.ceil(degrees * 10) / 10;
  const bbox = [least(west), least(south), most(east), most(north)].join(',');
  return `/api/v2/map/places?bbox=${encodeURIComponent(bbox)}&limit=${LIMIT}`;
}

async function townsOf(path: string): Promise<MapPoint[]> {
  const { places } = await request<{ places: Place[] }>(path);
  return places.map(({ name, country, location, population }) => ({
    id: `${country} ${name} ${location.join(' ')}`,
    at: location,
    properties: { name, population },
  }));
}
