import { WHOLE_SIGHT } from '../http/caller.ts';
import type { LiveSource, LiveView } from '../sight/live-source.ts';
import { pageOfCompletedTasks, pageOfOpenTasks, pageOfOrderedTasks } from './live-queries.ts';
import type { Task } from './present.ts';
import { presentTasks } from './present-tasks.ts';
import { findTasksToRead } from './queries.ts';
import type { TaskRow } from './task-row.ts';

export { findTaskIdsReferringTo, type Referred } from './live-queries.ts';

const PAGE = 250;

async function* pages(view: LiveView): AsyncGenerator<Task[]> {
  for (const readPage of [pageOfOpenTasks, pageOfCompletedTasks, pageOfOrderedTasks]) {
    let after: TaskRow | undefined;
    do {
      const rows: TaskRow[] = await readPage(view.reader, view, after, PAGE);
      if (rows.length > 0) yield await presentTasks(view.reader, rows, view);
      after = rows.length < PAGE ? undefined : rows.at(-1);
    } while (after);
  }
}

/** Tasks, which live views have as the API shows them. */
export const liveTasks: LiveSource<Task> = {
  pages,
  byId: async (view, ids) => {
    const rows = await findTasksToRead(view.reader, { ...view, sight: WHOLE_SIGHT }, ids);
    return presentTasks(view.reader, rows, view);
  },
  isSeen: (task, { organizationId, teams, workers }) => {
    // Tasks that another organization executes belong to no team.
    if (task.executor !== organizationId) return true;
    if (task.worker !== null) return workers.has(task.worker);
    return task.container.type === 'ORGANIZATION' || teams.has(task.container.team ?? '');
  },
};
