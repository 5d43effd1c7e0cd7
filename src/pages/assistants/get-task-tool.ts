import { bounded, isoTime, NOT_INSTRUCTIONS } from './answer.ts';
import { getTaskBy, namesOfWorkers, TaskName, taskLine } from './task-view.ts';
import { readingTool } from './tool.ts';

/** Entries of its history that are shown. */
const MAX_ENTRIES = 50;

export const getTaskTool = readingTool({
  title: 'Get a task',
  about: 'One delivery task with its notes, its recipients and what happened to it, by whom.',
  side: 'dispatch',
  params: { task: TaskName },
  async run(request, { task: id }) {
    const task = await getTaskBy(request, id);
    const { history } = await request.call(`GET /api/v2/tasks/${task.id}/history`, { limit: String(MAX_ENTRIES) });
    const names = await namesOfWorkers(request, [task.worker]);
    return {
      note: NOT_INSTRUCTIONS,
      ...taskLine(task, names),
      recipients: task.recipients.slice(0, 5).map(({ name, phone }) => ({ name: bounded(name, 100), phone })),
      notes: bounded(task.notes),
      quantity: task.quantity,
      trackingPage: task.trackingURL,
      recipientMessage: task.recipientMessage ? bounded(task.recipientMessage.text) : null,
      failureNotes: bounded(task.completionDetails.failureNotes ?? ''),
      history: (history as HistoryEntry[]).map(historyLine),
    };
  },
});

/** An entry of a task's history. */
export interface HistoryEntry {
  time: number;
  kind: string;
  by: { type: string; name: string | null } | null;
  worker: { name: string | null } | null;
  team: { name: string | null } | null;
}

/** Returns an entry as assistants read it. */
export function historyLine({ time, kind, by, worker, team }: HistoryEntry): object {
  return {
    time: isoTime(time),
    what: kind,
    by: by === null ? null : (by.name ?? by.type.toLowerCase()),
    ...(worker && { worker: worker.name }),
    ...(team && { team: team.name }),
  };
}
