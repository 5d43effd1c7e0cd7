import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessWorker } from '../../workers/access.ts';
import { TaskPage } from '../present-tasks.ts';
import { containerPageQuery, pageOfContainer } from './container-page.ts';

export const listWorkerTasks = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId/tasks',
  summary: "List a worker's assigned tasks in their order, 64 a page",
  access: 'apiKey',
  ids: ['workerId'],
  query: containerPageQuery,
  answer: TaskPage,
  errors: [1402],
  async read({ reader, caller, services, now }, { path, query }) {
    const { id } = await accessWorker(reader, path.workerId!);
    return pageOfContainer(reader, { type: 'WORKER', id }, query, {
      publicUrl: await organizationUrl(services, caller.organizationId),
      now,
    });
  },
});
