import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { metadataQuery } from '../../metadata/metadata-query.ts';
import { Task } from '../present.ts';
import { presentTasks } from '../present-tasks.ts';
import { listTasksThat } from '../queries.ts';

export const matchTasks = metadataQuery({
  path: 'tasks',
  name: 'Tasks',
  row: Task,
  column: 't.metadata',
  async find({ reader, caller, services, now }, condition, limit) {
    const rows = await listTasksThat(reader, caller, condition, limit);
    return presentTasks(reader, rows, {
      publicUrl: await organizationUrl(services, caller.organizationId),
      now,
    });
  },
});
