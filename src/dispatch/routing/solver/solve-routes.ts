import { type Model, modelOf } from './model.ts';
import { Plan } from './plan.ts';
import type { Reason, RoutingProblem, SearchProgress, Solution } from './problem.ts';
import { Recreation } from './recreate.ts';
import { neighboursOf, ruin } from './ruin.ts';
import { Tour } from './tour.ts';

export interface SolverOptions {
  seed: number;
  /** Milliseconds after which the best way found so far is taken. */
  budgetMs: number;
  /** Rounds of ruin and recreate; 0: insertion alone; Infinity: as many as there is time for. */
  rounds?: number;
  /** Hears how far it is, once there are first routes and several times a second after. */
  onProgress?: (progress: SearchProgress) => void;
}

/** Milliseconds between two tellings. */
const TELL_MS = 200;

/** Rounds that are so many that they end before the time: else the result would be one of the machine's speed. */
const roundsOf = ({ jobs, vehicles }: Model) =>
  Math.round(Math.min(20_000, 500 * jobs, 4_000_000 / (jobs + vehicles + 1)));

/** Accepted worsening of a round at the start and at the end, as a share of the mean travel time to a job. */
const [HOT, COLD] = [1, 0.01];

/**
 * Finds routes: as many jobs as possible, then as little travel as possible. Each job goes where it costs least; then
 * rounds take neighbouring stops out and put them in anew, and what is worse is kept less and less (simulated
 * annealing). The same problem and seed have the same result, unless the time is over before the rounds are.
 */
export function solveRoutes(problem: RoutingProblem, options: SolverOptions): Solution {
  const { seed, budgetMs, rounds, onProgress } = options;
  const begun = performance.now();
  const isOver = () => performance.now() - begun > budgetMs;
  const model = modelOf(problem);
  const random = generator(seed);
  const plan = new Plan(model);
  const impossible = impossibleJobs(plan);
  const recreation = new Recreation(plan, random);
  const open = [...model.service.keys()].filter((job) => !model.isRetained[job] && !impossible.has(job));
  recreation.insert(open, isOver);
  const best = { stops: plan.snapshot(), missing: plan.missing, absence: plan.absence, cost: plan.cost };
  const wanted = rounds ?? roundsOf(model);
  const neighbours = wanted > 0 && !isOver() ? neighboursOf(model) : [];
  /** Number of times each job was missing: rarely missing jobs are removed first. */
  const misses = new Uint32Array(model.jobs);
  const weighed = (missing: readonly number[]) => missing.reduce((sum, job) => sum + misses[job]!, 0);
  let absence = plan.absence;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (round: number) => {
    const now = performance.now();
    if (!onProgress || now - reportedAt < TELL_MS) return;
    reportedAt = now;
    const share = Math.min(1, Math.max(wanted > 0 ? round / wanted : 1, (now - begun) / budgetMs));
    onProgress({ share, missing: best.missing.length + impossible.size, travelSeconds: best.cost });
  };
  report(0);
  for (let round = 0; round < wanted && open.length + absence > 0 && model.vehicles > 0 && !isOver(); round++) {
    report(round);
    const share = wanted === Number.POSITIVE_INFINITY ? (performance.now() - begun) / budgetMs : round / wanted;
    const temperature = ((HOT * (COLD / HOT) ** share * best.cost) / model.jobs) * -Math.log(1 - random());
    const [missing, cost] = [plan.missing, plan.cost];
    plan.begin();
    const removed = ruin(plan, neighbours, random);
    recreation.insert([...missing, ...removed]);
    const next = plan.absence;
    const isTaken =
      next < absence ||
      (next === absence && plan.cost < cost + temperature) ||
      (missing.length > 0 && next <= model.jobs && weighed(plan.missing) < weighed(missing));
    for (const job of plan.missing) misses[job]!++;
    if (!isTaken) {
      plan.takeBack();
      continue;
    }
    absence = next;
    if (next < best.absence || (next === best.absence && plan.cost < best.cost - 1e-6))
      Object.assign(best, { stops: plan.snapshot(), missing: plan.missing, absence: next, cost: plan.cost });
  }
  return solutionOf(problem, model, best.stops, best.missing, impossible);
}

/**
 * Returns jobs that no vehicle can do, has capacity for beside its current jobs or has time for, or could only do
 * before a job it depends on; and the jobs that depend on them.
 */
function impossibleJobs({ model, tours }: Plan): Map<number, Reason> {
  const alone = { ...model, before: model.before.map(() => []) };
  const empty = Array.from({ length: model.vehicles }, (_, vehicle) => new Tour(alone, vehicle));
  const impossible = new Map<number, Reason>();
  for (const job of model.service.keys()) {
    if (model.isRetained[job]) continue;
    const only = model.required[job]!;
    const able = (only < 0 ? empty : [empty[only]!]).filter((tour) => tour.isAble(job));
    const roomy = able.filter(({ vehicle }) => tours[vehicle]!.hasRoom(job));
    if (able.length === 0 && model.able.has(job)) impossible.set(job, 'SKILL');
    else if (roomy.length === 0) impossible.set(job, 'CAPACITY');
    else if (!roomy.some((tour) => tour.bestInsertion(job))) impossible.set(job, 'TIME_WINDOW');
  }
  for (const [job, begin] of earliestBegins(model).entries())
    if (begin > model.closes[job]! && !model.isRetained[job] && !impossible.has(job))
      impossible.set(job, 'TIME_WINDOW');
  for (const job of impossible.keys())
    for (const dependent of model.after[job]!)
      if (!impossible.has(dependent) && !model.isRetained[dependent]) impossible.set(dependent, 'DEPENDENCY');
  return impossible;
}

/** No job begins earlier: after all that it waits for, and the way from there, by whoever is quickest. */
function earliestBegins(model: Model): Float64Array {
  const pace = Math.min(...model.pace);
  const begins = Float64Array.from(model.opens);
  const seen = new Uint8Array(model.jobs);
  const beginOf = (job: number): number => {
    if (seen[job]) return begins[job]!;
    seen[job] = 1;
    for (const parent of model.before[job]!) {
      const arc = model.metres[parent * model.nodes + job]! * pace;
      begins[job] = Math.max(begins[job]!, beginOf(parent) + model.service[parent]! + arc);
    }
    return begins[job]!;
  };
  for (const job of model.service.keys()) beginOf(job);
  return begins;
}

function solutionOf(
  { jobs, vehicles }: RoutingProblem,
  model: Model,
  stops: readonly (readonly number[])[],
  missing: readonly number[],
  impossible: ReadonlyMap<number, Reason>,
): Solution {
  const left = new Set([...missing, ...impossible.keys()]);
  const reasonOf = (job: number): Reason =>
    impossible.get(job) ?? (model.before[job]!.some((parent) => left.has(parent)) ? 'DEPENDENCY' : 'NO_ROOM');
  const routes = stops.map((own, vehicle) => ({
    vehicle: vehicles[vehicle]!.id,
    jobs: own.map((job) => jobs[job]!.id),
  }));
  const travelSeconds = stops.reduce((sum, own, vehicle) => {
    const tour = new Tour(model, vehicle);
    tour.set([...own]);
    return sum + tour.cost;
  }, 0);
  return {
    routes: routes.filter((route) => route.jobs.length > 0),
    unassigned: [...left].sort((a, b) => a - b).map((job) => ({ job: jobs[job]!.id, reason: reasonOf(job) })),
    travelSeconds,
  };
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
