import { useSheet } from '../data/address.ts';
import { taskLabel } from '../data/names.ts';
import type { Run } from './runs.ts';
import { routeWords } from './texts/index.ts';

/** Tasks left out of the plan or not moved, with the reasons. */
export function LeftOut({ run: { state, unassignedTasks } }: { run: Run }) {
  const { openTask } = useSheet();
  if (unassignedTasks.length === 0) return null;
  const count = unassignedTasks.length;
  return (
    <section class="route-part" aria-labelledby="route-left">
      <h3 id="route-left">
        {state === 'COMPLETED' ? routeWords.left.stayed({ count }) : routeWords.left.title({ count })}
      </h3>
      <ul class="route-left">
        {unassignedTasks.map(({ task, reason }) => (
          <li key={task}>
            <button type="button" class="route-link" dir="auto" onClick={() => openTask(task)}>
              {taskLabel(task)}
            </button>
            <span>{routeWords.left.reasons[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
