import { computed, effect } from '@preact/signals';
import { ageTick } from '../data/clock.ts';
import { activeOf, floor, movedWorkers, positions } from '../data/floor.ts';
import { asOf } from '../shell/connection.tsx';
import { agedPoints, type MapPoint, movedPoints, workerPoints } from './features.ts';
import type { MapView } from './map-view.ts';

/** As of when ages are reckoned: while nothing is heard they stand still. */
const timeOfAges = () => asOf.value?.getTime() ?? Date.now();

/** All workers as the map shows them. */
export const pointsOfWorkers = computed<readonly MapPoint[]>(() => {
  ageTick.value;
  const { workers } = floor.value.state;
  return workerPoints({ workers, positions: positions.value.positions }, activeOf.value, timeOfAges());
});

/** Keeps the workers on a map where they are, without the page being drawn anew: of thousands a few move at a time. */
export function followWorkers(view: MapView): () => void {
  let [floorSeen, movedSeen]: unknown[] = [];
  return effect(() => {
    const [known, moved, active] = [floor.value, movedWorkers.value, activeOf.value];
    ageTick.value;
    const now = timeOfAges();
    const { state } = known;
    if (known !== floorSeen) void view.setPoints('workers', workerPoints(state, active, now));
    else if (moved !== movedSeen)
      void view.changePoints('workers', (drawn) => movedPoints(drawn, moved, state, active, now));
    else void view.changePoints('workers', (drawn) => agedPoints(drawn, state.positions, now));
    [floorSeen, movedSeen] = [known, moved];
  });
}
