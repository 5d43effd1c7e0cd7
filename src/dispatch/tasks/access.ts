import type { Reader } from '../../platform/db/reader.ts';
import { notFound } from '../http/errors.ts';
import { findTask, findTaskByShortId, findTasks, isFormerWorker, type TaskRow } from './queries.ts';

export type { TaskRow };

/**
 * The organization's task.
 * @throws {DispatchError} 1402 when the organization has none of this ID
 */
export async function accessTask(reader: Reader, organizationId: string, id: string): Promise<TaskRow> {
  const task = await findTask(reader, organizationId, id);
  if (!task) throw notFound('There is no such task.');
  return task;
}

/** As {@link accessTask}, by the eight digits that people read out. */
export async function accessTaskByShortId(reader: Reader, organizationId: string, shortId: string): Promise<TaskRow> {
  const task = await findTaskByShortId(reader, organizationId, shortId.toLowerCase());
  if (!task) throw notFound('There is no such task.');
  return task;
}

/**
 * A task of the worker's own: to anybody else's it looks as if there were none.
 * @throws {DispatchError} 1402
 */
export async function accessOwnTask(
  reader: Reader,
  organizationId: string,
  workerId: string,
  id: string,
): Promise<TaskRow> {
  const task = await findTask(reader, organizationId, id);
  if (task?.workerId !== workerId) throw notFound('There is no such task.');
  return task;
}

/**
 * A task that is the worker's own, or was until dispatch gave it to somebody else.
 * @throws {DispatchError} 1402
 */
export async function accessReportableTask(
  reader: Reader,
  organizationId: string,
  workerId: string,
  id: string,
): Promise<TaskRow> {
  const task = await findTask(reader, organizationId, id);
  if (task?.workerId === workerId) return task;
  if (!task || !(await isFormerWorker(reader, organizationId, id, workerId))) throw notFound('There is no such task.');
  return task;
}

/**
 * The given tasks in the given order, each once.
 * @throws {DispatchError} 1402 when one does not exist
 */
export async function accessTasks(reader: Reader, organizationId: string, ids: readonly string[]): Promise<TaskRow[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const found = new Map((await findTasks(reader, organizationId, uniqueIds)).map((row) => [row.id, row]));
  const absent = uniqueIds.find((id) => !found.has(id));
  if (absent) throw notFound(`There is no task ${absent}.`);
  return uniqueIds.map((id) => found.get(id)!);
}
