import type { Model } from './model.ts';
import { Tour } from './tour.ts';

/** Tours that are changed in rounds, each of which is kept or taken back. */
export class Plan {
  readonly model: Model;
  readonly tours: readonly Tour[];
  /** The tour of each job; -1 for those that are in none. */
  readonly tourOf: Int32Array;
  missing: number[] = [];
  /** Seconds of travel of all. */
  cost = 0;
  readonly #before = new Map<Tour, number[]>();
  #missingBefore: number[] = [];
  #costBefore = 0;

  constructor(model: Model) {
    this.model = model;
    this.tours = Array.from({ length: model.vehicles }, (_, vehicle) => new Tour(model, vehicle));
    this.tourOf = new Int32Array(model.jobs).fill(-1);
    for (const tour of this.tours) this.#change(tour, [...model.first[tour.vehicle]!]);
  }

  /** Cost of missing jobs: one assigned job counts for more than all unassigned ones. */
  get absence(): number {
    return this.missing.reduce((sum, job) => sum + (this.model.isRetained[job] ? this.model.jobs + 1 : 1), 0);
  }

  /** From here on, changes can be taken back. */
  begin(): void {
    this.#before.clear();
    this.#missingBefore = this.missing;
    this.#costBefore = this.cost;
  }

  takeBack(): void {
    const changed = [...this.#before];
    for (const [tour] of changed) for (const job of tour.stops) this.tourOf[job] = -1;
    for (const [tour, stops] of changed) {
      tour.set(stops);
      for (const job of stops) this.tourOf[job] = tour.vehicle;
    }
    this.missing = this.#missingBefore;
    this.cost = this.#costBefore;
  }

  #change(tour: Tour, stops: number[]): void {
    if (!this.#before.has(tour)) this.#before.set(tour, tour.stops);
    this.cost -= tour.cost;
    tour.set(stops);
    this.cost += tour.cost;
    for (const job of stops) this.tourOf[job] = tour.vehicle;
  }

  /** Takes jobs out of a tour. */
  remove(tour: Tour, jobs: ReadonlySet<number>): void {
    const stops = tour.stops.filter((job) => !jobs.has(job));
    for (const job of jobs) this.tourOf[job] = -1;
    this.#change(tour, stops);
  }

  insert(tour: Tour, job: number, position: number): void {
    this.#change(tour, tour.stops.toSpliced(position, 0, job));
  }

  /** The stops of all tours, as they are now. */
  snapshot(): number[][] {
    return this.tours.map((tour) => tour.stops);
  }
}
