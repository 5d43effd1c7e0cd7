import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { isPlaced } from '../../store/dispatch/select/placed.ts';
import type { Position } from '../../store/dispatch/state.ts';
import { floor, positions } from './floor.ts';

/** Where a worker is, for what shows that of one: it is drawn anew when they move, not with everybody who does. */
export function usePosition(workerId: string): Position | undefined {
  return useMemo(() => computed(() => positions.value.positions.get(workerId)), [workerId]).value;
}

/** Of how many workers it is known where they are: of the first positions after the page is opened one hears by it. */
export const placedCount = computed<number>(() => {
  let count = 0;
  for (const position of positions.value.positions.values()) if (isPlaced(position)) count++;
  return count;
});

/** How many workers are on duty and somewhere: those whom the map shows. */
export const placedWorkers = computed<number>(() => {
  const { positions: places } = positions.value;
  let count = 0;
  for (const { id, onDuty } of floor.value.state.workers.values()) if (onDuty && isPlaced(places.get(id))) count++;
  return count;
});
