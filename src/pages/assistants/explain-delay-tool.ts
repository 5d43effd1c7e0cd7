import type { Task } from '../../dispatch/tasks/present.ts';
import { isoTime, NOT_INSTRUCTIONS } from './answer.ts';
import { type HistoryEntry, historyLine } from './get-task-tool.ts';
import { getTaskBy, TaskName, taskLine } from './task-view.ts';
import { readingTool, type ToolRequest } from './tool.ts';
import { type FoundWorker, WORKER_FIELDS, workerLine } from './worker-view.ts';

const MINUTE_MS = 60_000;
/** A position that is older says little. */
const OLD_POSITION_MS = 10 * MINUTE_MS;

export const explainDelayTool = readingTool({
  title: 'Explain a delay',
  about:
    'Why a task is late or may be: its time window against its estimate, how many stops come before it, where its worker is, and what happened to it. `findings` are sentences you can pass on.',
  side: 'dispatch',
  params: { task: TaskName },
  async run(request, { task: id }) {
    const task = await getTaskBy(request, id);
    const { history } = await request.call(`GET /api/v2/tasks/${task.id}/history`);
    const worker = task.worker === null ? undefined : await findWorker(request, task.worker);
    const names = new Map(worker ? [[worker.id, worker.name]] : []);
    return {
      note: NOT_INSTRUCTIONS,
      ...taskLine(task, names),
      worker: worker ? workerLine(worker, request.now) : null,
      findings: findings(task, worker, request.now),
      history: (history as HistoryEntry[]).slice(-20).map(historyLine),
    };
  },
});

async function findWorker({ call }: ToolRequest, id: string): Promise<FoundWorker | undefined> {
  const [worker] = await call('GET /api/v2/workers', { filter: WORKER_FIELDS, ids: id });
  return worker;
}

/** Returns sentences about the facts of a task and its worker. */
function findings(task: Task, worker: FoundWorker | undefined, now: Date): string[] {
  if (task.state === 3) return [completion(task)];
  const found = [timing(task, now)];
  if (task.worker === null) return [...found, 'No worker has the task.'];
  if (!worker) return found;
  const before = worker.tasks.indexOf(task.id);
  if (before > 0) found.push(`The worker does ${before === 1 ? 'one task' : `${before} tasks`} first.`);
  if (!worker.onDuty) found.push('The worker is off duty.');
  const age = worker.timeLastSeen === null ? undefined : now.getTime() - worker.timeLastSeen;
  if (worker.onDuty && age !== undefined && age > OLD_POSITION_MS)
    found.push(`The worker's phone last reported ${Math.round(age / MINUTE_MS)} minutes ago.`);
  return found;
}

const minutes = (millis: number) => `${Math.round(millis / MINUTE_MS)} minutes`;

function completion({ completeBefore, completionDetails: { time } }: Task): string {
  if (completeBefore === null || time === null) return 'The task is completed. It had no end of a time window.';
  const late = time - completeBefore;
  return late > 0
    ? `The task was completed ${minutes(late)} after its window.`
    : 'The task was completed in its window.';
}

function timing({ completeBefore, estimatedArrivalTime }: Task, now: Date): string {
  if (completeBefore === null) return 'The task has no end of a time window, so nothing says when it is late.';
  if (completeBefore < now.getTime()) return `Its window ended ${minutes(now.getTime() - completeBefore)} ago.`;
  if (estimatedArrivalTime === null) return `Its window ends at ${isoTime(completeBefore)}. There is no estimate yet.`;
  const late = estimatedArrivalTime - completeBefore;
  if (late > 0) return `The worker is expected ${minutes(late)} after the window.`;
  return `The worker is expected ${minutes(-late)} before the window ends.`;
}
