import type { Reader } from '../../platform/db/reader.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Task, Viewpoint } from '../tasks/present.ts';
import { presentTasks } from '../tasks/present-tasks.ts';
import type { WorkerRow } from '../workers/access.ts';
import { presentOneWorker } from '../workers/actions.ts';
import type { Worker } from '../workers/present.ts';

/** Metadata is hidden from workers unless its visibility names them (clients.md D.2). */
const visible = (metadata: readonly Metadata[]): Metadata[] =>
  metadata.filter((item) => item.visibility.includes('worker'));

/** Tasks as their worker sees them. */
export async function presentOwnTasks(
  reader: Reader,
  rows: Parameters<typeof presentTasks>[1],
  view: Omit<Viewpoint, 'who'>,
): Promise<Task[]> {
  const tasks = await presentTasks(reader, rows, { ...view, who: 'worker' });
  return tasks.map((task) => ({
    ...task,
    metadata: visible(task.metadata),
    destination: { ...task.destination, metadata: visible(task.destination.metadata) },
    recipients: task.recipients.map((recipient) => ({ ...recipient, metadata: visible(recipient.metadata) })),
  }));
}

/** Workers as they see themselves. */
export async function presentSelf(reader: Reader, row: WorkerRow, publicUrl: string): Promise<Worker> {
  const worker = await presentOneWorker(reader, row, publicUrl);
  return { ...worker, metadata: visible(worker.metadata) };
}
