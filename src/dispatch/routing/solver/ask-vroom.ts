import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sendRequest } from '../../../platform/http-client/request.ts';
import type { Services } from '../../../platform/services.ts';
import { arcBetween, ecef } from '../../geography/ecef.ts';
import type { RoutingProblem, Solution } from './problem.ts';
import { travelOf } from './savings.ts';
import { verify } from './verify.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20_000_000;
/** Amounts are whole numbers there: thousandths of ours. */
const SHARES = 1000;
/** Stands for no limit. */
const LIMITLESS = 2 ** 40;
const MAX_PRIORITY = 100;

const Answer = Type.Object({
  code: Type.Integer(),
  unassigned: Type.Array(Type.Object({ id: Type.Integer() })),
  routes: Type.Array(
    Type.Object({
      vehicle: Type.Integer(),
      steps: Type.Array(Type.Object({ type: Type.String(), id: Type.Optional(Type.Integer()) })),
    }),
  ),
});

/**
 * Routes by VROOM over HTTP, in the form of its API (https://github.com/VROOM-Project/vroom/blob/master/docs/API.md), with
 * ways of our own travel model. Undefined without one, for problems that it has no words for (jobs that come after
 * others), and when it does not answer well: whatever it says is checked like every other solution.
 */
export async function askVroom(
  { config, log }: Services,
  problem: RoutingProblem,
  signal: AbortSignal,
): Promise<Solution | undefined> {
  if (!config.vroomUrl || problem.jobs.some((job) => job.after.length > 0)) return undefined;
  try {
    const { status, text } = await sendRequest({
      url: new URL(config.vroomUrl),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(questionOf(problem)),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      longer: 'fail',
      // The operator says where it is; it usually is at home.
      allowInsecure: true,
      signal,
    });
    const answer: unknown = JSON.parse(text);
    if (status !== 200 || !Value.Check(Answer, answer) || answer.code !== 0)
      throw new Error(`VROOM responded with status ${status} and not in its format`);
    const name = (kind: readonly { id: string }[], index: number) => {
      const found = kind[index];
      if (!found) throw new Error(`VROOM referred to an unknown number ${index}`);
      return found.id;
    };
    const routes = answer.routes.map(({ vehicle, steps }) => ({
      vehicle: name(problem.vehicles, vehicle),
      jobs: steps.flatMap(({ type, id }) => (type === 'job' ? [name(problem.jobs, id ?? -1)] : [])),
    }));
    const solution: Solution = {
      routes: routes.filter(({ jobs }) => jobs.length > 0),
      // It does not say why.
      unassigned: answer.unassigned.map(({ id }) => ({ job: name(problem.jobs, id), reason: 'NO_ROOM' })),
      travelSeconds: travelOf(problem, routes),
    };
    verify(problem, solution);
    return solution;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error }, 'VROOM returned no routes; the embedded solver is used');
    return undefined;
  }
}

/** The problem in VROOM's form: numbers for names, whole seconds, a table of ways for each speed. */
function questionOf({ vehicles, jobs }: RoutingProblem): object {
  const places = [...jobs, ...vehicles.map(({ start }) => ({ location: start })), ...ends(vehicles)].map((each) =>
    ecef(each.location),
  );
  const speeds = [...new Set(vehicles.map(({ speed }) => speed))];
  const durations = (speed: number) =>
    places.map((from) => places.map((to) => Math.ceil(arcBetween(from, to) / speed)));
  const amounts = (given: readonly number[]) =>
    given.map((amount) => (Number.isFinite(amount) ? Math.floor(Math.max(0, amount) * SHARES) : LIMITLESS));
  const span = ([from, to]: readonly [number, number]) => [
    Number.isFinite(from) ? Math.max(0, Math.ceil(from)) : 0,
    Number.isFinite(to) ? Math.max(0, Math.floor(to)) : LIMITLESS,
  ];
  const own = new Set(vehicles.flatMap((vehicle) => vehicle.jobs ?? []));
  const number = new Map(vehicles.map(({ id }, index) => [id, index + 1]));
  // Numbers after those of the vehicles.
  const skills = [...new Set([...vehicles, ...jobs].flatMap((each) => each.skills ?? []))];
  const numbers = (names: readonly string[] = []) => names.map((name) => vehicles.length + 1 + skills.indexOf(name));
  return {
    vehicles: vehicles.map((vehicle, index) => ({
      id: index,
      profile: `speed-${speeds.indexOf(vehicle.speed)}`,
      start_index: jobs.length + index,
      ...(vehicle.end ? { end_index: jobs.length + vehicles.length + index } : {}),
      time_window: span(vehicle.timeWindow),
      breaks: (vehicle.breaks ?? []).map(([from, to], id) => ({
        id,
        time_windows: [[Math.floor(from), Math.floor(from)]],
        service: Math.ceil(to - from),
      })),
      capacity: amounts(vehicle.capacity),
      skills: [index + 1, ...numbers(vehicle.skills)],
    })),
    jobs: jobs.map((job, index) => ({
      id: index,
      location_index: index,
      service: Math.ceil(job.service),
      time_windows: [span(job.timeWindow)],
      delivery: amounts(job.amount),
      // A skill is also how a job is bound to one vehicle.
      skills: [...(job.vehicle === undefined ? [] : [number.get(job.vehicle)!]), ...numbers(job.skills)],
      ...(own.has(job.id) ? { priority: MAX_PRIORITY } : {}),
    })),
    matrices: Object.fromEntries(speeds.map((speed, index) => [`speed-${index}`, { durations: durations(speed) }])),
  };
}

const ends = (vehicles: RoutingProblem['vehicles']) => vehicles.map(({ start, end }) => ({ location: end ?? start }));
