import { Type } from 'typebox';
import type { Task } from '../../dispatch/tasks/present.ts';
import { bounded, isoTime } from './answer.ts';
import type { ToolRequest } from './tool.ts';

const STATES = ['unassigned', 'assigned', 'active', 'completed'] as const;

/** A task's state as a word; a task that was done without success has failed. */
export function stateOf({ state, completionDetails }: Pick<Task, 'state' | 'completionDetails'>): string {
  return state === 3 && completionDetails.success === false ? 'failed' : STATES[state];
}

/** An address on one line. */
export function addressLine(address: Readonly<Record<string, unknown>>): string {
  const { number, street, apartment, city, postalCode } = address;
  const place = [number, street, apartment].filter(Boolean).join(' ');
  return bounded([place, postalCode, city].filter(Boolean).join(', '), 300);
}

/** Names of workers by ID, as far as they are seen. */
export async function namesOfWorkers(
  { call }: ToolRequest,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const unique = [...new Set(ids.filter((id) => id !== null))].slice(0, 100);
  if (unique.length === 0) return new Map();
  const workers: { id: string; name: string }[] = await call('GET /api/v2/workers', {
    filter: 'id,name',
    ids: unique.join(','),
  });
  return new Map(workers.map(({ id, name }) => [id, name]));
}

/** Returns a task as lists have it. */
export function taskLine(task: Task, names: ReadonlyMap<string, string>): object {
  const {
    id,
    shortId,
    worker,
    destination,
    recipients,
    completeAfter,
    completeBefore,
    estimatedArrivalTime,
    delayTime,
  } = task;
  return {
    id,
    shortId,
    state: stateOf(task),
    kind: task.pickupTask ? 'pickup' : 'dropoff',
    worker: worker === null ? null : { id: worker, name: names.get(worker) ?? null },
    address: addressLine(destination.address),
    recipients: recipients.map(({ name }) => bounded(name, 100)),
    completeAfter: isoTime(completeAfter),
    completeBefore: isoTime(completeBefore),
    ...(task.state === 3
      ? { completed: isoTime(task.completionDetails.time) }
      : { estimatedArrival: isoTime(estimatedArrivalTime), delaySeconds: delayTime }),
  };
}

/**
 * Gets a task by its ID or its short ID.
 * @throws {ToolRefusal} where the person sees none
 */
export function getTaskBy({ call }: ToolRequest, id: string): Promise<Task> {
  return call(/^[0-9a-f]{8}$/i.test(id) ? `GET /api/v2/tasks/shortId/${id}` : `GET /api/v2/tasks/${id}`);
}

/** Argument that names a task. */
export const TaskName = Type.String({
  pattern: '^([A-Za-z0-9*~]{24}|[0-9a-fA-F]{8})$',
  description: 'ID of the task (24 characters), or its short ID (8).',
});
