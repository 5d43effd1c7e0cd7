import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { isPlaced } from '../../store/dispatch/select/placed.ts';
import type { Position } from '../../store/dispatch/state.ts';
import { floor, positions } from './floor.ts';

/** Returns a worker's position; the component is only drawn again when this worker moves. */
export function usePosition(workerId: string): Position | undefined {
  return useMemo(() => computed(() => positions.value.positions.get(workerId)), [workerId]).value;
}

/** Number of workers with a known position: signals the first positions after the page opens. */
export const placedCount = computed<number>(() => {
  let count = 0;
  for (const position of positions.value.positions.values()) if (isPlaced(position)) count++;
  return count;
});

/** Number of workers on duty with a position: those on the map. */
export const placedWorkers = computed<number>(() => {
  const { positions: places } = positions.value;
  let count = 0;
  for (const { id, onDuty } of floor.value.state.workers.values()) if (onDuty && isPlaced(places.get(id))) count++;
  return count;
});
