import type { Task } from '../../store/wire/dispatch.ts';
import { floor } from '../data/floor.ts';

/** Tasks that may go into a route plan: neither started nor in another one. */
export function addable(): Task[] {
  return [...floor.value.state.tasks.values()].filter(({ state, routePlan }) => state <= 1 && !routePlan);
}
