import { computed, effect } from '@preact/signals';
import type { DispatchState } from '../../store/dispatch/state.ts';
import { ageTick } from '../data/clock.ts';
import { asOf } from '../data/connection.ts';
import { activeOf, floor, movedWorkers, positions } from '../data/floor.ts';
import { agedPoints, changedWorkers, type DrawnOf, type MapPoint, movedPoints, workerPoints } from './features.ts';
import type { MapView } from './map-view.ts';

/** As of when ages are reckoned: while nothing is heard they stand still. */
const timeOfAges = () => asOf.value?.getTime() ?? Date.now();

/** All workers as the map shows them. */
export const pointsOfWorkers = computed<readonly MapPoint[]>(() => {
  ageTick.value;
  const { workers } = floor.value.state;
  return workerPoints({ workers, positions: positions.value.positions }, activeOf.value, timeOfAges());
});

/** Last drawn state. */
interface Seen extends DrawnOf {
  state: DispatchState;
  /** Whenever these are others, ages are too. */
  tick: number;
  asOf: Date | undefined;
  /** Degrees that a worker moves before the sign does. */
  step: number;
}

/** Keeps the workers on a map where they are, without the page being drawn anew: of thousands a few move at a time. */
export function followWorkers(view: MapView): () => void {
  let seen: Seen | undefined;
  return effect(() => {
    const now = timeOfAges();
    const [{ state }, active] = [floor.value, activeOf.value];
    const step = view.workerStep.value;
    const next = { state, active, moved: movedWorkers.value, tick: ageTick.value, asOf: asOf.value, step };
    if (seen?.state !== state) void view.setPoints('workers', workerPoints(state, active, now));
    else {
      // Nearer, it shows how far away they are.
      const ids = step < seen.step ? new Set(state.workers.keys()) : changedWorkers(seen, next);
      if (ids.size > 0) void view.changePoints('workers', (drawn) => movedPoints(drawn, ids, state, active, now, step));
      if (seen.tick !== next.tick || seen.asOf !== next.asOf)
        void view.changePoints('workers', (drawn) => agedPoints(drawn, state.positions, now));
    }
    seen = next;
  });
}
