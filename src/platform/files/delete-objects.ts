import { defineJob } from '../jobs/define-job.ts';
import { DELETE_OBJECTS, deleteObjects } from './files.ts';

/** After the commit that ceased to keep a file. */
export const deleteFileObjects = defineJob<{ organizationId: string; id: string }>({
  queue: DELETE_OBJECTS,
  expireInSeconds: 300,
  retryLimit: 10,
  retryDelay: 60,
  concurrency: 1,
  turns: {},
  isForShut: true,
  async handle(services, { organizationId, id }) {
    await deleteObjects(services, organizationId, id);
  },
});
