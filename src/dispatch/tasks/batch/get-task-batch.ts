import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { notFound } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Task } from '../present.ts';
import { presentTasks } from '../present-tasks.ts';
import { findTasksToRead } from '../queries.ts';
import { findBatch } from './queries.ts';
import { BatchStatus, batchStatus } from './status.ts';

export const getTaskBatch = dispatchOperation({
  method: 'GET',
  path: '/tasks/batch/:jobId',
  summary: 'What became of a batch that is created in the background; kept for seven days',
  access: 'apiKey',
  ids: ['jobId'],
  answer: Type.Object({
    status: BatchStatus,
    submitted: Type.String(),
    tasksReceived: Type.Integer(),
    tasksCreated: Type.Integer(),
    tasksErrored: Type.Integer(),
    newTasks: Type.Array(Task),
    newTasksWithWarnings: Type.Array(Task),
    failedTasks: Type.Array(Type.Unknown()),
    errors: Type.Array(
      Type.Object({
        statusCode: Type.Integer(),
        errorCode: Type.Integer(),
        message: Type.String(),
        cause: Type.String(),
        taskData: Type.Unknown(),
      }),
    ),
  }),
  errors: [1402],
  async read({ reader, caller, services, now }, { path }) {
    const { organizationId } = caller;
    const batch = await findBatch(reader, organizationId, path.jobId!);
    if (!batch) throw notFound('There is no such batch.');
    const created = await findTasksToRead(reader, caller, batch.createdIds);
    const found = new Map(created.map((row) => [row.id, row]));
    // Those that were deleted since, or are out of sight by now, are only counted.
    const rows = batch.createdIds.flatMap((id) => found.get(id) ?? []);
    const tasks = await presentTasks(reader, organizationId, rows, {
      publicUrl: await organizationUrl(services, organizationId),
      now,
    });
    const { failures } = batch;
    return {
      status: batch.finishedAt ? batchStatus(failures.length) : ('pending' as const),
      submitted: ago(now.getTime() - batch.submittedAt.getTime()),
      tasksReceived: batch.received,
      tasksCreated: batch.createdIds.length,
      tasksErrored: failures.length,
      newTasks: tasks.filter((task) => !task.destination.warnings?.length),
      newTasksWithWarnings: tasks.filter((task) => task.destination.warnings?.length),
      failedTasks: failures.map(({ task }) => task),
      errors: failures.map(({ error: { statusCode, error, message, cause }, task }) => ({
        statusCode,
        errorCode: error,
        message,
        cause,
        taskData: task,
      })),
    };
  },
});

/** client: this is text, as in "Less than a minute ago." */
function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'Less than a minute ago.';
  return minutes === 1 ? '1 minute ago.' : `${minutes} minutes ago.`;
}
