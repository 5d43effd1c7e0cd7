import { improve } from './local-search.ts';
import { type Model, modelOf } from './model.ts';
import type { Reason, RoutingProblem, Solution } from './problem.ts';
import { insertAll } from './regret-insertion.ts';
import { Tour } from './tour.ts';

export interface SolverOptions {
  seed: number;
  /** Milliseconds after which the best way found so far is taken. */
  budgetMs: number;
  /** Rounds of ruin and recreate at most; 0: insertion alone. */
  rounds?: number;
}

/** Rounds without an end would make the result one of the machine's speed. */
const ROUNDS = 2000;
/** Jobs that one round takes out at most. */
const MAX_RUINED = 30;
/** A round may be worse than the best by this share, so that it leaves a hollow. */
const DETERIORATION = 0.01;
/** Share of places that a round's insertions pass over. */
const BLINK = 0.01;

interface Plan {
  tours: Tour[];
  missing: number[];
  cost: number;
}

/**
 * Finds routes: as many jobs as possible, then as little travel as possible. Regret insertion, then local search, within
 * rounds that take neighbouring jobs out and put them in anew. The same problem and seed have the same result, unless the
 * time is over before the rounds are.
 */
export function solveRoutes(problem: RoutingProblem, { seed, budgetMs, rounds = ROUNDS }: SolverOptions): Solution {
  const deadline = performance.now() + budgetMs;
  const isOver = () => performance.now() > deadline;
  const model = modelOf(problem);
  const random = generator(seed);
  const tours = Array.from({ length: model.vehicles }, (_, vehicle) => new Tour(model, vehicle));
  for (const tour of tours) tour.set([]);
  const missing = insertAll(model, tours, [...model.service.keys()]);
  let best = planOf(model, tours, missing);
  if (rounds > 0) {
    improve(model, tours, isOver);
    best = planOf(model, tours, missing);
  }
  let current = best;
  for (let round = 0; round < rounds && model.jobs > 0 && model.vehicles > 0 && !isOver(); round++) {
    const { tours, missing } = planOf(model, current.tours, current.missing);
    const removed = ruin(model, tours, random);
    const left = insertAll(model, tours, [...missing, ...removed], () => random() < BLINK);
    let next = planOf(model, tours, left);
    if (isBetter(next, best)) {
      improve(model, tours, isOver);
      next = planOf(model, tours, left);
      best = next;
    }
    const bar = { ...best, cost: best.cost * (1 + DETERIORATION) };
    if (!isBetter(bar, next)) current = next;
  }
  return solutionOf(problem, model, best);
}

/** A copy that later changes of the tours do not reach. */
function planOf(model: Model, tours: readonly Tour[], missing: readonly number[]): Plan {
  const copies = tours.map((tour) => {
    const copy = new Tour(model, tour.vehicle);
    copy.set([...tour.stops]);
    return copy;
  });
  return { tours: copies, missing: [...missing], cost: copies.reduce((sum, tour) => sum + tour.cost, 0) };
}

function isBetter(a: Plan, b: Plan): boolean {
  if (a.missing.length !== b.missing.length) return a.missing.length < b.missing.length;
  return a.cost < b.cost - 1e-6;
}

/** Takes a job and some of its nearest neighbours out, with whatever comes after one of them. */
function ruin(model: Model, tours: readonly Tour[], random: () => number): number[] {
  const { jobs, nodes, metres } = model;
  const centre = Math.floor(random() * jobs);
  const count = 1 + Math.floor(random() * Math.min(MAX_RUINED, Math.ceil(jobs * 0.4)));
  const near = [...model.service.keys()].sort(
    (a, b) => metres[centre * nodes + a]! - metres[centre * nodes + b]! || a - b,
  );
  const out = new Set<number>();
  const take = (job: number) => {
    if (out.has(job)) return;
    out.add(job);
    for (const child of model.after[job]!) take(child);
  };
  for (const job of near.slice(0, count)) take(job);
  const removed: number[] = [];
  for (const tour of tours) {
    const kept = tour.stops.filter((job) => !out.has(job));
    const taken = tour.stops.filter((job) => out.has(job));
    if (taken.length > 0 && tour.set(kept)) removed.push(...taken);
  }
  return removed;
}

function solutionOf({ jobs, vehicles }: RoutingProblem, model: Model, { tours, missing, cost }: Plan): Solution {
  return {
    routes: tours
      .filter((tour) => tour.stops.length > 0)
      .map((tour) => ({ vehicle: vehicles[tour.vehicle]!.id, jobs: tour.stops.map((job) => jobs[job]!.id) })),
    unassigned: missing
      .toSorted((a, b) => a - b)
      .map((job) => ({ job: jobs[job]!.id, reason: reasonOf(model, job, missing) })),
    travelSeconds: cost,
  };
}

/** Why nobody does a job: what would keep it out of every way that has nothing else. */
function reasonOf(model: Model, job: number, missing: readonly number[]): Reason {
  if (model.before[job]!.some((parent) => missing.includes(parent))) return 'DEPENDENCY';
  const empty = Array.from({ length: model.vehicles }, (_, vehicle) => new Tour(model, vehicle)).filter(
    (tour) => tour.set([]) && (model.required[job]! < 0 || model.required[job] === tour.vehicle),
  );
  if (!empty.some((tour) => tour.hasRoom(job))) return 'CAPACITY';
  const alone = { ...model, before: model.before.map(() => []) };
  const isInTime = empty.some((tour) => new Tour(alone, tour.vehicle).set([job]));
  return isInTime ? 'NO_ROOM' : 'TIME_WINDOW';
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
