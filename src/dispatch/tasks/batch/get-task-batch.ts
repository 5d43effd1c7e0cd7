import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { notFound } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { presentTasks } from '../present-tasks.ts';
import { findTasksToRead } from '../queries.ts';
import { presentBatch, TaskBatch } from './present.ts';
import { findBatch } from './queries.ts';

export const getTaskBatch = dispatchOperation({
  method: 'GET',
  path: '/tasks/batch/:jobId',
  summary: 'Get the result of a batch that runs in the background. It is available for seven days',
  access: 'apiKey',
  ids: ['jobId'],
  answer: TaskBatch,
  errors: [1402],
  async read({ reader, caller, services, now }, { path }) {
    const { organizationId } = caller;
    const batch = await findBatch(reader, path.jobId!);
    if (!batch) throw notFound('There is no such batch.');
    const created = await findTasksToRead(reader, caller, batch.createdIds);
    const found = new Map(created.map((row) => [row.id, row]));
    // Tasks that were deleted since, or are out of sight by now, are only counted.
    const rows = batch.createdIds.flatMap((id) => found.get(id) ?? []);
    const tasks = await presentTasks(reader, rows, {
      publicUrl: await organizationUrl(services, organizationId),
      now,
    });
    return presentBatch({ ...batch, created: batch.createdIds.length, tasks }, now);
  },
});
