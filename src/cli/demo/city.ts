/** Longitude and latitude in degrees (WGS 84). */
export type Place = [longitude: number, latitude: number];

/** Destinations of the demo's deliveries: corners in San Francisco. */
export const STREETS: readonly { street: string; at: Place }[] = [
  { street: 'Market Street', at: [-122.4022, 37.7886] },
  { street: 'Post Street', at: [-122.4075, 37.788] },
  { street: 'Van Ness Avenue', at: [-122.42, 37.7793] },
  { street: 'Dolores Street', at: [-122.4262, 37.7644] },
  { street: 'Mission Street', at: [-122.4185, 37.7522] },
  { street: 'Castro Street', at: [-122.4351, 37.7615] },
  { street: 'Haight Street', at: [-122.4469, 37.77] },
  { street: 'Hayes Street', at: [-122.4328, 37.7757] },
  { street: 'Buchanan Street', at: [-122.4297, 37.7853] },
  { street: 'Union Street', at: [-122.4355, 37.7971] },
  { street: 'Chestnut Street', at: [-122.438, 37.8004] },
  { street: 'Columbus Avenue', at: [-122.4083, 37.7991] },
  { street: 'Hyde Street', at: [-122.4187, 37.8004] },
  { street: 'Townsend Street', at: [-122.3947, 37.7766] },
  { street: 'Brannan Street', at: [-122.398, 37.7797] },
  { street: 'Connecticut Street', at: [-122.3973, 37.7625] },
  { street: 'Third Street', at: [-122.3885, 37.758] },
  { street: 'Cortland Avenue', at: [-122.415, 37.739] },
  { street: 'Chenery Street', at: [-122.4338, 37.7341] },
  { street: 'Noe Street', at: [-122.4326, 37.7513] },
  { street: 'West Portal Avenue', at: [-122.466, 37.7403] },
  { street: 'Irving Street', at: [-122.4663, 37.764] },
  { street: 'Noriega Street', at: [-122.4894, 37.7539] },
  { street: 'Clement Street', at: [-122.464, 37.783] },
  { street: 'Geary Boulevard', at: [-122.485, 37.7803] },
  { street: 'California Street', at: [-122.451, 37.7868] },
  { street: 'Silver Avenue', at: [-122.425, 37.7287] },
  { street: 'San Bruno Avenue', at: [-122.404, 37.728] },
  { street: 'Palou Avenue', at: [-122.391, 37.7342] },
];

export const DEPOTS = [
  { name: 'Bayside depot', street: 'Third Street', number: '1701', at: [-122.3902, 37.7672] as Place },
  { name: 'Westside depot', street: 'Lawton Street', number: '1500', at: [-122.4768, 37.7578] as Place },
];

const METRES_PER_DEGREE = 111_320;

/** Metres between places, as flat as a city is. */
export function metresBetween([lon, lat]: Place, [otherLon, otherLat]: Place): number {
  const east = (otherLon - lon) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(east, (otherLat - lat) * METRES_PER_DEGREE);
}

/** The place so many metres further on the straight way to a goal; the goal itself when it is nearer. */
export function towards(from: Place, goal: Place, metres: number): Place {
  const share = Math.min(1, metres / Math.max(metresBetween(from, goal), 0.1));
  return [from[0] + (goal[0] - from[0]) * share, from[1] + (goal[1] - from[1]) * share];
}
