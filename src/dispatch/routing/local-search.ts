import type { Model } from './model.ts';
import type { Tour } from './tour.ts';

/** A gain below is one of rounding. */
const GAIN = 1e-6;

/** Moves, exchanges and turns round until nothing of that makes the ways shorter, or the time is over. */
export function improve(model: Model, tours: readonly Tour[], isOver: () => boolean): void {
  let isBetter = true;
  while (isBetter && !isOver()) {
    isBetter = false;
    for (const tour of tours) {
      if (isOver()) return;
      if (relocate(model, tours, tour)) isBetter = true;
      if (reverse(tour)) isBetter = true;
      for (const other of tours) if (other.vehicle > tour.vehicle && swap(model, tour, other)) isBetter = true;
    }
  }
}

/** Jobs that depend on each other stay together. */
const isLinked = (model: Model, job: number) => model.before[job]!.length > 0 || model.after[job]!.length > 0;

/** What the way grows by when a stop is taken out: less than nothing. */
function removal(tour: Tour, at: number): number {
  const { stops } = tour;
  const from = tour.before(at);
  const direct = stops.length === 1 ? 0 : tour.onward(from, at + 1);
  return direct - tour.travel(from, stops[at]!) - tour.onward(stops[at]!, at + 1);
}

function relocate(model: Model, tours: readonly Tour[], tour: Tour): boolean {
  let isBetter = false;
  for (let at = 0; at < tour.stops.length; at++) {
    const job = tour.stops[at]!;
    const before = tour.stops;
    const gain = removal(tour, at);
    if (!isLinked(model, job)) {
      let [to, position, delta] = [tour, -1, -gain - GAIN];
      for (const other of tours) {
        const insertion = other === tour ? undefined : other.bestInsertion(job);
        if (insertion && insertion.delta < delta) [to, position, delta] = [other, insertion.position, insertion.delta];
      }
      if (position >= 0 && tour.set(before.toSpliced(at, 1))) {
        if (to.insert(job, position)) {
          isBetter = true;
          at--;
          continue;
        }
        tour.set(before);
      }
    }
    // In the same way: out, and in where it is best. What depends on it forbids to be without it.
    if (model.after[job]!.length > 0 || !tour.set(before.toSpliced(at, 1))) continue;
    const own = tour.bestInsertion(job);
    if (own && own.delta < -gain - GAIN && tour.insert(job, own.position)) isBetter = true;
    else tour.set(before);
  }
  return isBetter;
}

/** Exchanges a stop of one way for one of another. */
function swap(model: Model, one: Tour, other: Tour): boolean {
  let isBetter = false;
  for (let i = 0; i < one.stops.length; i++) {
    for (let j = 0; j < other.stops.length; j++) {
      const [a, b] = [one.stops[i]!, other.stops[j]!];
      if (isLinked(model, a) || isLinked(model, b)) continue;
      if (replacement(one, i, b) + replacement(other, j, a) >= -GAIN) continue;
      const [before, otherBefore] = [one.stops, other.stops];
      if (!one.set(before.with(i, b))) continue;
      if (other.set(otherBefore.with(j, a))) isBetter = true;
      else one.set(before);
    }
  }
  return isBetter;
}

/** What the way grows by when another job stands at a place. */
function replacement(tour: Tour, at: number, job: number): number {
  const from = tour.before(at);
  const now = tour.stops[at]!;
  return tour.travel(from, job) + tour.onward(job, at + 1) - tour.travel(from, now) - tour.onward(now, at + 1);
}

/** 2-opt: turns a part of the way round. */
function reverse(tour: Tour): boolean {
  let isBetter = false;
  for (let i = 0; i < tour.stops.length - 1; i++) {
    for (let j = i + 1; j < tour.stops.length; j++) {
      const { stops } = tour;
      const [first, last, from] = [stops[i]!, stops[j]!, tour.before(i)];
      const delta =
        tour.travel(from, last) + tour.onward(first, j + 1) - tour.travel(from, first) - tour.onward(last, j + 1);
      if (delta >= -GAIN) continue;
      const turned = [...stops.slice(0, i), ...stops.slice(i, j + 1).reverse(), ...stops.slice(j + 1)];
      if (tour.set(turned)) isBetter = true;
    }
  }
  return isBetter;
}
