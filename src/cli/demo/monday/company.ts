import { DEPOTS, STREETS } from '../city.ts';

/** A company that moves in; nobody and nothing in it is real. The test of the Monday and the demo play the same one. */
export const COMPANY = { name: 'Lark Couriers', country: 'US', timezone: 'America/Los_Angeles' } as const;
export const PEOPLE = 60;
/** Messages of its largest channel; each tenth begins a thread with one reply. */
export const MESSAGES = 300;

const FIRST = ['Ada', 'Bruno', 'Chiyo', 'Dele', 'Esra', 'Femi', 'Greta', 'Hamza', 'Inés', 'Jonas', 'Kaya', 'Luan'];
const LAST = ['Example', 'Placeholder', 'Specimen', 'Testcase', 'Sample'];

/** Returns the name of a person by their number: no two are the same. */
export const personName = (n: number): string => `${FIRST[n % FIRST.length]} ${LAST[Math.floor(n / FIRST.length)]}`;
export const personAddress = (n: number): string => `p${n}@lark.example`;
export const COMPANY_OWNER = { email: personAddress(0), name: personName(0) };

const TEAMS = [
  { name: 'Bayside bikes', depot: DEPOTS[0]!, vehicle: 'Cargo bike', capacity: 12 },
  { name: 'Westside vans', depot: DEPOTS[1]!, vehicle: 'Van', capacity: 60 },
] as const;
/** Drivers are the last people of the company; each team has as many. */
export const DRIVERS = 12;

const SAID = [
  'The *ramp* at the depot is free again.',
  'Gate 4 is shut until ten :construction:',
  'Who takes the cake to Noe Street?',
  'Two tyres are flat, the spare ones are in the cellar.',
  'The new jackets are here. _Sizes as ordered._',
  'Columbus is closed between Broadway and Green.',
  'Thanks, going round by Stockton.',
];
/** The second of January 2020, in the morning in San Francisco. */
const BEGAN = 1_577_980_800;

/** Returns the files of the company's archive, as Slack exports it, by their paths. */
export function companyArchive(): Record<string, unknown> {
  const users = Array.from({ length: PEOPLE }, (_, n) => ({
    id: `U${n}`,
    name: `p${n}`,
    real_name: personName(n),
    is_owner: n === 0,
    profile: { email: personAddress(n) },
  }));
  const members = users.map(({ id }) => id);
  const messages = Array.from({ length: MESSAGES }, (_, n) => {
    const ts = (at: number) => `${BEGAN + at * 60}.000100`;
    // A root, and the reply behind it.
    const thread = n % 10 < 2 ? { thread_ts: ts(n - (n % 10)) } : {};
    return { type: 'message', user: `U${n % PEOPLE}`, ts: ts(n), text: SAID[n % SAID.length], ...thread };
  });
  return {
    'users.json': users,
    'channels.json': [
      { id: 'C1', name: 'general', is_general: true, members },
      { id: 'C2', name: 'night-shift', members: members.slice(0, 30) },
    ],
    'general/2020-01-02.json': messages,
    'night-shift/2020-01-02.json': [
      { type: 'message', user: 'U1', ts: `${BEGAN}.000200`, text: 'Good evening, the night shift is here.' },
    ],
  };
}

/** Returns the list of its drivers, as a spreadsheet saves it. */
export function fleetList(): string {
  const lines = Array.from({ length: DRIVERS }, (_, n) => {
    const { name, vehicle, capacity } = TEAMS[n % TEAMS.length]!;
    const plate = vehicle === 'Van' ? `8LRK${String(100 + n)}` : '';
    return `${personName(PEOPLE - 1 - n)};${driverPhone(n)};${name};${vehicle};${plate};${capacity}`;
  });
  return ['Driver;Phone;Team;Vehicle;License plate;Capacity', ...lines].join('\r\n');
}

/** Returns the phone number of a driver: 555-0100 to 555-0199 are nobody's (North American Numbering Plan). */
export const driverPhone = (n: number): string => `+1415555${String(100 + n).padStart(4, '0')}`;
/** Returns where a driver begins. */
export const depotOf = (n: number): readonly [longitude: number, latitude: number] => TEAMS[n % TEAMS.length]!.depot.at;
const teamOf = (n: number): string => TEAMS[n % TEAMS.length]!.name;
export const TEAM_NAMES = TEAMS.map(({ name }) => name);

/** Returns a list of orders as a shop exports it, in turn for each team; the last line has a problem. */
export function ordersList(count: number): string {
  const lines = Array.from({ length: count }, (_, n) => {
    const { street, at } = STREETS[n % STREETS.length]!;
    // A few doors away from the corner, each time at another one.
    const [lon, lat] = at.map((degrees, axis) => degrees + (((n * (axis ? 37 : 53)) % 100) - 50) / 20_000);
    const name = `${FIRST[(n * 5) % FIRST.length]} Recipient-${n + 1}`;
    const phone = `+1628555${String(100 + (n % 100)).padStart(4, '0')}`;
    return `${name},${phone},"${lat!.toFixed(5)}, ${lon!.toFixed(5)}",${street},${1 + ((n * 7) % 900)},San Francisco,${teamOf(n)}`;
  });
  const bad = `Nobody,no number,"37.7, -122.4",Market Street,1,San Francisco,${teamOf(0)}`;
  return ['Name,Phone,Position,Street,Number,City,Team', ...lines, bad].join('\n');
}
