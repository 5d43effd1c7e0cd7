import type { Model } from './model.ts';

/** Where a job fits best, and what it costs there in seconds of travel. */
interface Insertion {
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
  /** When each stop is left. */
  #leaves: number[] = [];
  /** The latest beginning of each stop that lets all that follow be in time. */
  #latest: number[] = [];
  #load: Float64Array;

  constructor(model: Model, vehicle: number) {
    this.#model = model;
    this.vehicle = vehicle;
    this.#load = new Float64Array(model.dimensions);
  }

  travel(from: number, to: number): number {
    return this.#model.metres[from * this.#model.nodes + to]! / this.#model.speed[this.vehicle]!;
  }

  /** The node before a position. */
  before(position: number, stops: readonly number[] = this.stops): number {
    return position === 0 ? this.#model.jobs + this.vehicle : stops[position - 1]!;
  }

  /** Seconds of travel from a node to what stands at a position, the end of the way included. */
  onward(from: number, position: number, stops: readonly number[] = this.stops): number {
    if (position < stops.length) return this.travel(from, stops[position]!);
    const { jobs, vehicles, hasEnd } = this.#model;
    return hasEnd[this.vehicle] && stops.length > 0 ? this.travel(from, jobs + vehicles + this.vehicle) : 0;
  }

  /** Takes other stops; false, and as it was, when they break a rule. */
  set(stops: number[]): boolean {
    const { service, opens, closes, shiftStart, shiftEnd, required, amount, capacity, dimensions } = this.#model;
    const { vehicle } = this;
    const load = new Float64Array(dimensions);
    const leaves: number[] = [];
    let [time, cost] = [shiftStart[vehicle]!, 0];
    for (const [index, job] of stops.entries()) {
      const way = this.travel(this.before(index, stops), job);
      cost += way;
      const begin = Math.max(opens[job]!, time + way);
      if (begin > closes[job]! || (required[job]! >= 0 && required[job] !== vehicle)) return false;
      for (let d = 0; d < dimensions; d++) load[d]! += amount[job * dimensions + d]!;
      time = begin + service[job]!;
      leaves.push(time);
    }
    const back = stops.length > 0 ? this.onward(stops.at(-1)!, stops.length, stops) : 0;
    if (stops.length > 0 && time + back > shiftEnd[vehicle]!) return false;
    for (let d = 0; d < dimensions; d++) if (load[d]! > capacity[vehicle * dimensions + d]!) return false;
    if (!this.#isInOrder(stops)) return false;
    const latest = new Array<number>(stops.length);
    for (let index = stops.length - 1, limit = shiftEnd[vehicle]! - back; index >= 0; index--) {
      const job = stops[index]!;
      latest[index] = Math.min(closes[job]!, limit - service[job]!);
      limit = latest[index]! - this.travel(this.before(index, stops), job);
    }
    this.stops = stops;
    this.cost = cost + back;
    this.#leaves = leaves;
    this.#latest = latest;
    this.#load = load;
    return true;
  }

  #isInOrder(stops: readonly number[]): boolean {
    return stops.every((job, index) =>
      this.#model.before[job]!.every((parent) => {
        const at = stops.indexOf(parent);
        return at >= 0 && at < index;
      }),
    );
  }

  /** Whether there is room for a job beside those of the way. */
  hasRoom(job: number): boolean {
    const { dimensions, amount, capacity } = this.#model;
    for (let d = 0; d < dimensions; d++)
      if (this.#load[d]! + amount[job * dimensions + d]! > capacity[this.vehicle * dimensions + d]!) return false;
    return true;
  }

  /**
   * Where a job fits best.
   * @param skips whether a position is passed over
   */
  bestInsertion(job: number, skips: () => boolean = () => false): Insertion | undefined {
    const { service, opens, closes, shiftStart, shiftEnd, required, before, after } = this.#model;
    const { vehicle, stops } = this;
    if ((required[job]! >= 0 && required[job] !== vehicle) || !this.hasRoom(job)) return undefined;
    let [first, last] = [0, stops.length];
    for (const parent of before[job]!) {
      const at = stops.indexOf(parent);
      if (at < 0) return undefined;
      first = Math.max(first, at + 1);
    }
    for (const child of after[job]!) {
      const at = stops.indexOf(child);
      if (at >= 0) last = Math.min(last, at);
    }
    const { jobs, vehicles, hasEnd } = this.#model;
    const end = jobs + vehicles + vehicle;
    let best: Insertion | undefined;
    for (let position = first; position <= last; position++) {
      const from = this.before(position);
      const to = this.travel(from, job);
      const begin = Math.max(opens[job]!, (position ? this.#leaves[position - 1]! : shiftStart[vehicle]!) + to);
      // Whoever comes later along the way is no earlier.
      if (begin > closes[job]!) break;
      const isLast = position === stops.length;
      const on = isLast ? (hasEnd[vehicle] ? this.travel(job, end) : 0) : this.travel(job, stops[position]!);
      if (begin + service[job]! + on > (isLast ? shiftEnd[vehicle]! : this.#latest[position]!)) continue;
      const delta = to + on - this.onward(from, position);
      if ((best === undefined || delta < best.delta) && !skips()) best = { position, delta };
    }
    return best;
  }

  insert(job: number, position: number): boolean {
    return this.set(this.stops.toSpliced(position, 0, job));
  }
}
