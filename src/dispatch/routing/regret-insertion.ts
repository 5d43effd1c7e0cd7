import type { Model } from './model.ts';
import type { Tour } from './tour.ts';

const NOWHERE = Number.POSITIVE_INFINITY;

/**
 * Puts jobs into tours, always the one that loses most when it has to take its second best vehicle (regret 2); gives
 * those that fit nowhere.
 */
export function insertAll(
  model: Model,
  tours: readonly Tour[],
  jobs: readonly number[],
  skips?: () => boolean,
): number[] {
  const waiting = new Set(jobs);
  const deltas = new Float64Array(model.jobs * tours.length).fill(NOWHERE);
  const positions = new Int32Array(model.jobs * tours.length);
  const judge = (tour: Tour) => {
    for (const job of waiting) {
      const at = job * tours.length + tour.vehicle;
      const insertion = tour.bestInsertion(job, skips);
      deltas[at] = insertion?.delta ?? NOWHERE;
      positions[at] = insertion?.position ?? 0;
    }
  };
  for (const tour of tours) judge(tour);
  for (;;) {
    let [chosen, vehicle, greatest, cheapest] = [-1, -1, Number.NEGATIVE_INFINITY, NOWHERE];
    for (const job of waiting) {
      let [best, second, at] = [NOWHERE, NOWHERE, -1];
      for (let v = 0; v < tours.length; v++) {
        const delta = deltas[job * tours.length + v]!;
        if (delta < best) [second, best, at] = [best, delta, v];
        else if (delta < second) second = delta;
      }
      if (at < 0) continue;
      // Among those that have one vehicle left, the nearest.
      const regret = second - best;
      if (regret > greatest || (regret === greatest && best < cheapest))
        [chosen, vehicle, greatest, cheapest] = [job, at, regret, best];
    }
    if (chosen < 0) return [...waiting];
    const tour = tours[vehicle]!;
    const place = chosen * tours.length + vehicle;
    if (!tour.insert(chosen, positions[place]!)) {
      // By a rounding too late.
      deltas[place] = NOWHERE;
      continue;
    }
    waiting.delete(chosen);
    judge(tour);
  }
}
