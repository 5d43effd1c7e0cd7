import { effect, signal } from '@preact/signals';
import { floor, isWhole } from '../data/floor.ts';

/** Objects that deliveries need, in the order of their creation. */
export const STEPS = ['team', 'worker', 'hub', 'task'] as const;
export type StepName = (typeof STEPS)[number];

/** Whether something was missing when this page was opened: whoever has nothing to do on some day is no beginner. */
const begun = signal(false);

effect(() => {
  if (isWhole.value && !begun.value && stepsDone().size < 3) begun.value = true;
});

/** Returns the steps that are done. */
export function stepsDone(): ReadonlySet<StepName> {
  const { teams, workers, hubs, tasks } = floor.value.state;
  const sizes: Record<StepName, number> = {
    team: teams.size,
    worker: workers.size,
    hub: hubs.size,
    task: tasks.size,
  };
  return new Set(STEPS.filter((step) => sizes[step] > 0));
}

/** `nothing`: neither a worker nor a task, so a screen has nothing to show; `some`: a step is missing still; undefined: none. */
export function beginning(): 'nothing' | 'some' | undefined {
  const done = stepsDone();
  if (!done.has('worker') && !done.has('task')) return 'nothing';
  return begun.value && !done.has('task') ? 'some' : undefined;
}
