import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { DispatchError, notFound } from '../http/errors.ts';
import { findDeletedTaskOf } from './deleted/access.ts';
import {
  findExecutorOf,
  findOrderedTask,
  findOrderedTaskByShortId,
  findTask,
  findTaskByShortId,
  findTasks,
  isFormerWorker,
} from './queries.ts';
import type { StoredReport, TaskRow } from './task-row.ts';

export type { TaskRow };

/**
 * A task that the organization executes, and so may change.
 * @throws {DispatchError} 1402 when the organization has none of this ID, 1300 when another one executes it
 */
export async function accessTask(reader: Reader, id: string): Promise<TaskRow> {
  const task = await findTask(reader, id);
  if (task) return task;
  if (await findOrderedTask(reader, reader.organizationId, id))
    throw new DispatchError(1300, 'Another organization executes this task. Only that organization can change it.');
  throw notFound('There is no such task.');
}

/**
 * A task of whichever organization executes it: for who runs the server.
 * @throws {DispatchError} 1402
 */
export async function accessTaskAnywhere(reader: PlainReader, id: string): Promise<TaskRow> {
  const organizationId = await findExecutorOf(reader, id);
  if (organizationId === undefined) throw notFound('There is no such task.');
  return accessTask(reader.of(organizationId), id);
}

/**
 * A task that the organization may read: its own, or one that another organization executes for it.
 * @throws {DispatchError} 1402
 */
export async function accessTaskToRead(reader: Reader, id: string): Promise<TaskRow> {
  const task = (await findTask(reader, id)) ?? (await findOrderedTask(reader, reader.organizationId, id));
  if (!task) throw notFound('There is no such task.');
  return task;
}

/** As {@link accessTaskToRead}, by the eight digits that people read out; an own one comes first. */
export async function accessTaskByShortId(reader: Reader, shortId: string): Promise<TaskRow> {
  const digits = shortId.toLowerCase();
  const task =
    (await findTaskByShortId(reader, digits)) ??
    (await findOrderedTaskByShortId(reader, reader.organizationId, digits));
  if (!task) throw notFound('There is no such task.');
  return task;
}

/**
 * A task of the worker's own; other tasks do not exist for the worker.
 * @throws {DispatchError} 1402
 */
export async function accessOwnTask(reader: Reader, workerId: string, id: string): Promise<TaskRow> {
  const task = await findTask(reader, id);
  if (task?.workerId !== workerId) throw notFound('There is no such task.');
  return task;
}

/**
 * A task that is the worker's own, or was until dispatch gave it to somebody else.
 * @throws {DispatchError} 1402
 */
export async function accessReportableTask(reader: Reader, workerId: string, id: string): Promise<TaskRow> {
  const task = await findTask(reader, id);
  if (!task || !(await hasOrHad(reader, task, workerId))) throw notFound('There is no such task.');
  return task;
}

const hasOrHad = async (reader: Reader, { id, workerId: has }: TaskRow, workerId: string) =>
  has === workerId || isFormerWorker(reader, id, workerId);

/**
 * As {@link accessReportableTask}, also one that dispatch deleted since.
 * @returns what was reported of it
 * @throws {DispatchError} 1402
 */
export async function accessReports(reader: Reader, workerId: string, id: string): Promise<readonly StoredReport[]> {
  const task = await findTask(reader, id);
  const isOwn = task !== undefined && (await hasOrHad(reader, task, workerId));
  const found = task ? isOwn && task : await findDeletedTaskOf(reader, workerId, id);
  if (!found) throw notFound('There is no such task.');
  return found.completionReports;
}

/** Whether a worker can do nothing about a task any more: dispatch has completed it, or it is not theirs. */
export async function isOutOfHands(
  reader: Reader,
  { workerId }: { organizationId: string; workerId: string },
  id: string,
): Promise<boolean> {
  const task = await findTask(reader, id);
  return task?.workerId !== workerId || task.state === 3;
}

/**
 * The given tasks in the given order, each once.
 * @throws {DispatchError} 1402 when one does not exist
 */
export async function accessTasks(reader: Reader, ids: readonly string[]): Promise<TaskRow[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const found = new Map((await findTasks(reader, uniqueIds)).map((row) => [row.id, row]));
  const absent = uniqueIds.find((id) => !found.has(id));
  if (absent) throw notFound(`There is no task ${absent}.`);
  return uniqueIds.map((id) => found.get(id)!);
}

/**
 * As `accessTasks`, of tasks that the organization had created at this executor.
 * @throws {DispatchError} 1402 when one is not
 */
export async function accessOrderedTasks(reader: Reader, executor: string, ids: readonly string[]): Promise<TaskRow[]> {
  const tasks = await accessTasks(reader.of(executor), ids);
  const foreign = tasks.find((task) => task.orderedBy !== reader.organizationId);
  if (foreign) throw notFound(`There is no task ${foreign.id}.`);
  return tasks;
}
