import { randomNumbers } from '../tests/harness/random.ts';
import { type CellCosts, CLIENTS, cellCosts } from './cell-costs.ts';
import { type Finding, quantile } from './harness.ts';
import { readResults } from './results.ts';

const CELLS = 20;
/** Processes of a cell, each of which is one main thread. */
const PROCESSES = Number(process.env.CELL_PROCESSES ?? 8);
const SEED = Number(process.env.SEED ?? 1);
const STEP_MS = 100;
const MINUTES = 15;
const STEPS = (MINUTES * 60_000) / STEP_MS;
/**
 * Pieces, in milliseconds, of all that is not counted one by one (marks, presence, typing, uploads, sign-ins). Together
 * they take as long as what is counted (docs/scaling.md).
 */
const UNCOUNTED_MS = 1;
/**
 * Share of a request's processor time that is the process's own, where one waits for another; the rest is PostgreSQL's, on
 * other cores. A delivered webhook has 0.44, a message that reaches many nearly 1.
 */
const OWN_SHARE = 0.7;

/** Limits that a cell is to keep. */
const BOUNDS = { waitMs: 500, stormSeconds: 600, connections: 500, clientsGb: 8, diskGb: 2000, backupHours: 8 };
const MOST_ORGANIZATIONS = 50;

/** One organization of 10,000 people in its busiest hour: a second's mean of each kind (docs/scaling.md). */
const EACH_SECOND = {
  message: 12.5,
  fetch: 55.6,
  register: 3.3,
  /** The first registration after a change of the organization. */
  registerAnew: 0.1,
  position: 30,
  task: 0.42,
  webhook: 2.5,
  /** A message that all clients receive. */
  announcement: 1 / 60,
} as const;
type Kind = keyof typeof EACH_SECOND;
const KINDS = Object.keys(EACH_SECOND) as Kind[];
const CONNECTIONS_OF_PROCESS = 34;
const DISK_GB_A_YEAR = 152;
const BACKUP_SECONDS_A_GB = 25;

/**
 * Simulates the load of organizations of 10,000 people over 20 cells, with the processor times of RESULTS.md, and says
 * what a cell runs out of first. An organization's clients meet in one process, which does one thing after the other.
 */
export async function simulateCells(): Promise<Finding[]> {
  const costs = cellCosts(await readResults());
  const most = largest((organizations) => runHour(costs, organizations).p99 <= BOUNDS.waitMs);
  const limits: Limit[] = [
    {
      name: 'a request waits for its process in the busiest hour',
      organizations: most,
      found: [most, most + 1].map((each) => `p99 ${waitOf(runHour(costs, each))} with ${each}`).join(', '),
      aim: `≤ ${BOUNDS.waitMs} ms`,
    },
    {
      name: 'connections to PostgreSQL',
      organizations: PROCESSES * CONNECTIONS_OF_PROCESS <= BOUNDS.connections ? MOST_ORGANIZATIONS : 0,
      found: `${PROCESSES * CONNECTIONS_OF_PROCESS} for ${PROCESSES} processes`,
      aim: `≤ ${BOUNDS.connections}`,
    },
    reckoned('memory of waiting clients', (CLIENTS * costs.clientBytes) / 1e9, 'GB', BOUNDS.clientsGb),
    reckoned('database after a year', DISK_GB_A_YEAR, 'GB', BOUNDS.diskGb),
    reckoned('backup of it', (DISK_GB_A_YEAR * BACKUP_SECONDS_A_GB) / 3600, 'h', BOUNDS.backupHours),
  ];
  const carried = limits
    .sort((one, other) => one.organizations - other.organizations)
    .map(({ name, organizations, found, aim }) => ({
      name: `a cell with ${PROCESSES} processes: ${name}`,
      found: `${organizations < MOST_ORGANIZATIONS ? organizations : `${MOST_ORGANIZATIONS} or more`} organizations (${found})`,
      aim,
    }));
  const organizations = Math.max(1, limits[0]!.organizations);
  const { calmAfter } = runHour(costs, organizations, { storm: true });
  return [
    ...carried,
    {
      name: `${organizations} organizations in it, and the ${CLIENTS} clients of one register at once (a network returns): until requests of its process wait as before`,
      found: Number.isFinite(calmAfter) ? `${calmAfter.toFixed(0)} s` : `not in ${MINUTES} minutes`,
      aim: `≤ ${BOUNDS.stormSeconds} s`,
    },
  ];
}

/** Number of organizations at which a cell runs out of something. */
interface Limit extends Finding {
  organizations: number;
}

const waitOf = ({ p99 }: Hour) => (p99 < 1000 ? `${p99.toFixed(0)} ms` : `${(p99 / 1000).toFixed(0)} s`);

function reckoned(name: string, each: number, unit: string, most: number): Limit {
  const organizations = Math.min(MOST_ORGANIZATIONS, Math.floor(most / each));
  return { name, organizations, found: `${(organizations * each).toFixed(1)} ${unit}`, aim: `≤ ${most} ${unit}` };
}

/** @returns the largest number of organizations in a cell that still fits; 0 if none does */
function largest(fits: (organizations: number) => boolean): number {
  let organizations = 0;
  while (organizations < MOST_ORGANIZATIONS && fits(organizations + 1)) organizations++;
  return organizations;
}

interface Hour {
  /** Milliseconds that a request waits before its process begins with it. */
  p99: number;
  /** Seconds until a process that was hit by a storm is as quick as before; infinite if that is not in the simulated time. */
  calmAfter: number;
}

/**
 * Simulates some minutes of the busiest hour in all cells.
 * @param organizations of each cell
 * @param storm all clients of one organization of each cell register in the first moment; only their processes are simulated
 */
function runHour(costs: CellCosts, organizations: number, { storm = false } = {}): Hour {
  const random = randomNumbers(SEED);
  const waits: number[] = [];
  let calmAfter = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    for (let process = 0; process < (storm ? 1 : PROCESSES); process++) {
      // The fullest process has one organization more than the emptiest.
      const own = Math.ceil((organizations - process) / PROCESSES);
      if (own <= 0) continue;
      const first = storm ? CLIENTS * costs.register * OWN_SHARE : 0;
      const ofProcess = runProcess(costs, own, first, random);
      const calm = ofProcess.findIndex((wait) => wait <= BOUNDS.waitMs);
      calmAfter = Math.max(calmAfter, calm < 0 ? Number.POSITIVE_INFINITY : (calm * STEP_MS) / 1000);
      for (const wait of ofProcess) waits.push(wait);
    }
  }
  waits.sort((one, other) => one - other);
  return { p99: quantile(waits, 0.99), calmAfter };
}

/** @returns milliseconds that a request waits which comes at the beginning of each step */
function runProcess(costs: CellCosts, organizations: number, first: number, random: () => number): number[] {
  const steps = (organizations * STEP_MS) / 1000;
  const counted = KINDS.reduce((sum, kind) => sum + EACH_SECOND[kind] * costs[kind], 0);
  const work: [mean: number, each: number][] = [
    ...KINDS.map((kind): [number, number] => [EACH_SECOND[kind] * steps, costs[kind] * OWN_SHARE]),
    [(counted / UNCOUNTED_MS) * steps, UNCOUNTED_MS * OWN_SHARE],
  ];
  const waits: number[] = [];
  let backlog = first;
  for (let step = 0; step < STEPS; step++) {
    waits.push(backlog);
    for (const [mean, each] of work) backlog += poisson(mean, random) * each;
    backlog = Math.max(0, backlog - STEP_MS);
  }
  return waits;
}

/** A number of events in a time in which `mean` of them are expected (Knuth; beyond 30 its normal approximation). */
function poisson(mean: number, random: () => number): number {
  if (mean > 30) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}
