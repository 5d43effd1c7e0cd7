import type { Model } from './model.ts';
import type { Plan } from './plan.ts';
import type { Insertion } from './tour.ts';

/** Share of places that an insertion passes over. */
const BLINK = 0.01;

/** Lots that leave jobs in no order. */
const UNORDERED = 4;

/** By what jobs come first when they are put into ways; each as often as it is drawn. */
function ordersOf(model: Model): ((job: number) => number)[] {
  const { jobs, vehicles, dimensions, metres, nodes, opens, closes, amount } = model;
  const fromStart = Float64Array.from({ length: jobs }, (_, job) => {
    let sum = 0;
    for (let v = 0; v < vehicles; v++) sum += metres[job * nodes + jobs + v]!;
    return sum / Math.max(1, vehicles);
  });
  const size = (job: number) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += amount[job * dimensions + d]!;
    return sum;
  };
  const times = (count: number, order: (job: number) => number) => Array.from({ length: count }, () => order);
  return [
    ...times(4, (job) => -size(job)),
    ...times(2, (job) => -fromStart[job]!),
    ...times(1, (job) => fromStart[job]!),
    ...times(2, (job) => closes[job]! - opens[job]!),
    ...times(2, (job) => opens[job]!),
    ...times(2, (job) => -closes[job]!),
  ];
}

/** Puts jobs into ways, one after the other where each costs least; what fits nowhere is missing. */
export class Recreation {
  readonly #plan: Plan;
  readonly #orders: ReturnType<typeof ordersOf>;
  readonly #lots: number;
  readonly #random: () => number;

  constructor(plan: Plan, random: () => number) {
    this.#plan = plan;
    this.#orders = ordersOf(plan.model);
    this.#lots = UNORDERED + this.#orders.length;
    this.#random = random;
  }

  /** @param isOver looked at before each job: those that are not reached are missing */
  insert(jobs: readonly number[], isOver: () => boolean = () => false): void {
    const { tours, model } = this.#plan;
    const missing: number[] = [];
    const skips = () => this.#random() < BLINK;
    for (const job of this.#inOrder(jobs)) {
      let [best, vehicle]: [Insertion | undefined, number] = [undefined, -1];
      if (!isOver()) {
        const only = model.required[job]!;
        for (const tour of only < 0 ? tours : [tours[only]!]) {
          const found = tour.bestInsertion(job, best?.delta, skips);
          if (found) [best, vehicle] = [found, tour.vehicle];
        }
      }
      if (best) this.#plan.insert(tours[vehicle]!, job, best.position);
      else missing.push(job);
    }
    this.#plan.missing = missing;
  }

  /** By one of the orders, or by none; what depends on a job comes after it. */
  #inOrder(jobs: readonly number[]): number[] {
    const shuffled = [...jobs];
    for (let n = shuffled.length - 1; n > 0; n--) {
      const other = Math.floor(this.#random() * (n + 1));
      [shuffled[n], shuffled[other]] = [shuffled[other]!, shuffled[n]!];
    }
    const order = this.#orders[Math.floor(this.#random() * this.#lots)];
    if (order) shuffled.sort((a, b) => order(a) - order(b));
    return parentsFirst(this.#plan.model, shuffled);
  }
}

function parentsFirst(model: Model, jobs: number[]): number[] {
  if (jobs.every((job) => model.before[job]!.length === 0)) return jobs;
  const waiting = new Set(jobs);
  const sorted: number[] = [];
  const take = (job: number) => {
    if (!waiting.delete(job)) return;
    for (const parent of model.before[job]!) take(parent);
    sorted.push(job);
  };
  for (const job of jobs) take(job);
  return sorted;
}
