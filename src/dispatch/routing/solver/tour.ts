import type { Model } from './model.ts';

/** Best position of a job, and its cost in seconds of travel. */
export interface Insertion {
  position: number;
  delta: number;
}

/** One vehicle's way while it is looked for; with what makes an insertion judged without walking along it. */
export class Tour {
  readonly vehicle: number;
  stops: number[] = [];
  /** Seconds of travel. */
  cost = 0;
  readonly #model: Model;
  readonly #pace: number;
  readonly #start: number;
  readonly #end: number;
  readonly #breaks: Model['breaks'][number];
  /** Departure time of each stop. */
  #leaves: number[] = [];
  /** The latest arrival at each stop that lets all that follow be in time. */
  #latest: number[] = [];
  /** Seconds to each stop, and from the last one to the end. */
  #legs: number[] = [];
  readonly #load: Float64Array;

  constructor(model: Model, vehicle: number) {
    this.#model = model;
    this.vehicle = vehicle;
    this.#pace = model.pace[vehicle]!;
    this.#start = model.jobs + vehicle;
    this.#end = model.hasEnd[vehicle] ? model.jobs + model.vehicles + vehicle : -1;
    this.#breaks = model.breaks[vehicle]!;
    this.#load = new Float64Array(model.dimensions);
    this.set([]);
  }

  #travel(from: number, to: number): number {
    return this.#model.metres[from * this.#model.nodes + to]! * this.#pace;
  }

  /** Returns the start time of a job for a given arrival: once it is open and outside breaks. */
  #begin(job: number, arrival: number): number {
    const { opens, service } = this.#model;
    let time = arrival < opens[job]! ? opens[job]! : arrival;
    for (const [from, to] of this.#breaks) if (time < to && time + service[job]! > from) time = to;
    return time;
  }

  /** The latest arrival for a job that must be through at a time. */
  #latestArrival(job: number, through: number): number {
    const { closes, service } = this.#model;
    let time = Math.min(closes[job]!, through - service[job]!);
    for (const [from, to] of this.#breaks.toReversed())
      if (time < to && time + service[job]! > from) time = from - service[job]!;
    return time;
  }

  /** Takes other stops, which must keep the rules. */
  set(stops: number[]): void {
    const { service, amount, dimensions, shiftStart, shiftEnd } = this.#model;
    const count = stops.length;
    const [leaves, latest, legs, load] = [this.#leaves, this.#latest, this.#legs, this.#load];
    load.fill(0);
    let [time, cost, from] = [shiftStart[this.vehicle]!, 0, this.#start];
    for (let index = 0; index < count; index++) {
      const job = stops[index]!;
      const leg = this.#travel(from, job);
      legs[index] = leg;
      cost += leg;
      time = this.#begin(job, time + leg) + service[job]!;
      leaves[index] = time;
      from = job;
      for (let d = 0; d < dimensions; d++) load[d]! += amount[job * dimensions + d]!;
    }
    const back = count > 0 && this.#end >= 0 ? this.#travel(from, this.#end) : 0;
    legs[count] = back;
    let through = shiftEnd[this.vehicle]! - back;
    for (let index = count - 1; index >= 0; index--) {
      const arrival = this.#latestArrival(stops[index]!, through);
      latest[index] = arrival;
      through = arrival - legs[index]!;
    }
    leaves.length = count;
    latest.length = count;
    legs.length = count + 1;
    this.stops = stops;
    this.cost = cost + back;
  }

  /** Whether there is room for a job beside those of the way. */
  hasRoom(job: number): boolean {
    const { dimensions, amount, capacity } = this.#model;
    for (let d = 0; d < dimensions; d++)
      if (this.#load[d]! + amount[job * dimensions + d]! > capacity[this.vehicle * dimensions + d]!) return false;
    return true;
  }

  /** Whether the vehicle has the skills that a job asks for. */
  isAble(job: number): boolean {
    return this.#model.able.get(job)?.[this.vehicle] !== 0;
  }

  /**
   * Returns the best position of a job; undefined if it fits nowhere for less than `most`.
   * @param skips whether a position is passed over
   */
  bestInsertion(job: number, most = Number.POSITIVE_INFINITY, skips?: () => boolean): Insertion | undefined {
    const { service, closes, shiftStart, shiftEnd, required, before, after, metres, nodes } = this.#model;
    const { vehicle, stops } = this;
    if ((required[job]! >= 0 && required[job] !== vehicle) || !this.isAble(job) || !this.hasRoom(job)) return undefined;
    const count = stops.length;
    let [first, last] = [0, count];
    for (const parent of before[job]!) {
      const at = stops.indexOf(parent);
      if (at < 0) return undefined;
      first = Math.max(first, at + 1);
    }
    for (const child of after[job]!) {
      const at = stops.indexOf(child);
      if (at >= 0) last = Math.min(last, at);
    }
    const row = job * nodes;
    const pace = this.#pace;
    const end = this.#end;
    let [position, delta] = [-1, most];
    for (let at = first; at <= last; at++) {
      const to = metres[row + (at === 0 ? this.#start : stops[at - 1]!)]! * pace;
      const begin = this.#begin(job, (at === 0 ? shiftStart[vehicle]! : this.#leaves[at - 1]!) + to);
      // A later stop on the route is never reached earlier.
      if (begin > closes[job]!) break;
      const isLast = at === count;
      const on = isLast ? (end >= 0 ? metres[row + end]! * pace : 0) : metres[row + stops[at]!]! * pace;
      const longer = to + on - this.#legs[at]!;
      if (longer >= delta) continue;
      if (begin + service[job]! + on > (isLast ? shiftEnd[vehicle]! : this.#latest[at]!)) continue;
      if (skips?.()) continue;
      [position, delta] = [at, longer];
    }
    return position < 0 ? undefined : { position, delta };
  }

  insert(job: number, position: number): void {
    this.set(this.stops.toSpliced(position, 0, job));
  }
}
