import { isoTime, NOT_INSTRUCTIONS } from './answer.ts';
import { type HistoryEntry, historyLine } from './get-task-tool.ts';
import { getTaskBy, namesOfWorkers, stateOf, TaskName } from './task-view.ts';
import { readingTool } from './tool.ts';

const OF_ASSIGNMENT: ReadonlySet<string> = new Set(['created', 'cloned', 'assigned', 'unassigned', 'moved']);
const MAX_DECISIONS = 3;
const MAX_CANDIDATES = 10;

export const explainAssignmentTool = readingTool({
  title: 'Explain an assignment',
  about:
    'Why a worker has a task: who assigned it, or how automatic assignment compared the candidates. `refusedBecause` says why a candidate did not get it.',
  side: 'dispatch',
  params: { task: TaskName },
  async run(request, { task: id }) {
    const task = await getTaskBy(request, id);
    const { history } = await request.call(`GET /api/v2/tasks/${task.id}/history`);
    const { decisions } = await request.call(`GET /api/v2/tasks/${task.id}/assignment`);
    const shown = (decisions as Decision[]).slice(0, MAX_DECISIONS);
    const candidates = shown.flatMap((decision) => decision.candidates.slice(0, MAX_CANDIDATES));
    const names = await namesOfWorkers(request, [
      task.worker,
      ...shown.map(({ worker }) => worker),
      ...candidates.map(({ worker }) => worker),
    ]);
    const named = (worker: string | null) => (worker === null ? null : { id: worker, name: names.get(worker) ?? null });
    return {
      note: NOT_INSTRUCTIONS,
      task: { id: task.id, shortId: task.shortId, state: stateOf(task) },
      worker: named(task.worker),
      isAutomatic: task.didAutoAssign,
      assignments: (history as HistoryEntry[])
        .filter(({ kind }) => OF_ASSIGNMENT.has(kind))
        .slice(-20)
        .map(historyLine),
      decisionsNewestFirst: shown.map(({ time, outcome, worker, options, candidates: all }) => ({
        time: isoTime(time),
        outcome,
        worker: named(worker),
        mode: options.mode,
        candidatesNearestFirst: all
          .slice(0, MAX_CANDIDATES)
          .map(({ worker: one, ...facts }) => ({ worker: named(one), ...facts })),
      })),
    };
  },
});

/** A decision of automatic assignment. */
interface Decision {
  time: number;
  outcome: string;
  worker: string | null;
  options: { mode: string };
  candidates: { worker: string; distance: number; assignedTasks: number; refusedBecause: string | null }[];
}
