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

/** The most populous towns of a part of the world; none where the server cannot be reached. */
export async function placesWithin([west, south, east, north]: Box): Promise<MapPoint[]> {
  // A little more than is seen, so that the browser has it already when the map was moved a little.
  const [least, most] = [
    (degrees: number) => Math.floor(degrees * 10) / 10,
    (degrees: number) => Math.ceil(degrees * 10) / 10,
  ];
  const bbox = [least(west), least(south), most(east), most(north)].join(',');
  const path = `/api/v2/map/places?bbox=${encodeURIComponent(bbox)}&limit=${LIMIT}`;
  const { places } = await request<{ places: Place[] }>(path).catch(() => ({ places: [] }));
  return places.map(({ name, country, location, population }) => ({
    id: `${country} ${name} ${location.join(' ')}`,
    at: location,
    properties: { name, population },
  }));
}
