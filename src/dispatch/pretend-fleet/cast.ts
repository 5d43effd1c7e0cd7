import type { Location } from '../geography/location.ts';
import type { Metadata } from '../metadata/metadata.ts';

/** On everything that can bear a mark: nothing and nobody of it is real. */
export const PRETEND: Metadata[] = [
  { name: 'pretendFleet', type: 'boolean', value: true, visibility: ['api', 'dashboard'] },
];

/** Metres to the east and north of the middle of a town. */
type Offset = readonly [east: number, north: number];

export const HUB = { name: 'Pretend hub', street: 'Example Square', at: [0, 0] as Offset };
export const TEAM = 'Pretend team';

/** Numbers from 555-0100 to 555-0199 are nobody's (North American Numbering Plan). */
export const WORKERS: readonly { name: string; phone: string; vehicle: 'BICYCLE' | 'CAR'; at: Offset }[] = [
  { name: 'Ada (pretend)', phone: '+14155550191', vehicle: 'BICYCLE', at: [-900, 400] },
  { name: 'Bruno (pretend)', phone: '+14155550192', vehicle: 'CAR', at: [1400, -700] },
  { name: 'Chiyo (pretend)', phone: '+14155550193', vehicle: 'CAR', at: [300, 1500] },
];

/** `worker`: whose it is, by place in `WORKERS`; absent: nobody's yet. */
export const TASKS: readonly { street: string; notes: string; at: Offset; worker?: number }[] = [
  { street: 'First Example Street', notes: 'Two boxes of coffee', at: [-1500, -300], worker: 0 },
  { street: 'Second Example Street', notes: 'Documents', at: [-400, 1000], worker: 0 },
  { street: 'Third Example Street', notes: 'Spare parts', at: [1800, 200], worker: 1 },
  { street: 'Fourth Example Street', notes: 'A cake, upright', at: [700, -1200] },
  { street: 'Fifth Example Street', notes: 'Flowers', at: [-1100, -1400] },
  { street: 'Sixth Example Street', notes: 'Bread', at: [1000, 900] },
];

const METRES_PER_DEGREE = 111_320;
/** Nearer to a pole a degree of longitude is nothing. */
const FARTHEST_NORTH = 85;

/** A place beside the middle of a town, as flat as a town is. */
export function placeAt([lon, lat]: Location, [east, north]: Offset): Location {
  const narrow = Math.cos((Math.min(FARTHEST_NORTH, Math.abs(lat)) * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(lon + east / (METRES_PER_DEGREE * narrow)), round(lat + north / METRES_PER_DEGREE)];
}
