import type { Reader } from '../../platform/db/reader.ts';
import { recipientsById } from '../recipients/access.ts';
import { publicName } from '../worker-names/public-name.ts';
import { workersById } from '../workers/access.ts';
import { presentTask, referencesOf, type Task, type Viewpoint } from './present.ts';
import type { TaskRow } from './task-row.ts';

/**
 * Tasks as the organization sees them that had them created and does not execute them, by ID: with its own recipient and
 * the ID of its own destination, and of whoever does them the displayName (spec: dispatch 2). What else the executor
 * has put to them (custom fields, route plan, drivers' reports) is the executor's business.
 */
export async function presentOrderedTasks(
  reader: Reader,
  rows: readonly TaskRow[],
  view: Viewpoint,
): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>();
  if (rows.length === 0) return tasks;
  const recipients = await recipientsById(
    reader,
    rows.flatMap((row) => row.orderedRecipientId ?? []),
  );
  for (const [executor, own] of Map.groupBy(rows, (row) => row.organizationId)) {
    const there = reader.of(executor);
    const references = { ...(await referencesOf(there, own, view.now)), recipients, fields: new Map() };
    const workerIds = [...new Set(own.flatMap((row) => row.workerId ?? []))];
    const workers = await workersById(there, workerIds);
    for (const row of own) {
      const known = row.orderedRecipientId === null ? undefined : recipients.get(row.orderedRecipientId);
      const shown = {
        ...row,
        // Values equal to the caller's own recipient are no override.
        recipientName: row.recipientName === known?.name ? null : row.recipientName,
        recipientNotes: row.recipientNotes === known?.notes ? null : row.recipientNotes,
        // Where the driver was before is perhaps another customer's door.
        startLocation: null,
        completion: row.completion && { ...row.completion, firstLocation: [] },
        recipientId: row.orderedRecipientId,
        customFieldGroup: null,
        customFields: [],
        completionReports: [],
        routePlanId: null,
      };
      const task = presentTask(shown, references, view);
      const worker = row.workerId === null ? undefined : workers.get(row.workerId);
      tasks.set(row.id, {
        ...task,
        destination: { ...task.destination, id: row.orderedDestinationId ?? task.destination.id },
        ...(worker ? { executorWorker: { displayName: publicName(worker) } } : {}),
      });
    }
  }
  return tasks;
}
