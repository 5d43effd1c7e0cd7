import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { holdingsOf } from '../../containers/access.ts';
import { cachedTaskFields } from '../../custom-fields/access.ts';
import { CustomField } from '../../custom-fields/custom-field.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Task } from '../present.ts';
import { findTasks, listActiveTasks } from '../queries.ts';

/** Tasks that a device gets: more than a day's work. */
const MAX = 200;

export const listOwnTasks = dispatchOperation({
  method: 'GET',
  path: '/driver/tasks',
  summary: "List the worker's tasks: the active one, then the others in their order",
  access: 'worker',
  answer: Type.Object({
    tasks: Type.Array(Task, { description: 'At most 200 tasks: the active one, then the others in their order.' }),
    customFields: Type.Array(CustomField, {
      description: 'Custom fields that a worker sees, and which of them may be filled in.',
    }),
  }),
  async read({ reader, caller, services, now }) {
    const { organizationId, workerId } = caller;
    // One with a wrong PIN waits for dispatch, and is still the worker's.
    const active = await listActiveTasks(reader, workerId);
    const holding = (await holdingsOf(reader, 'WORKER', [workerId])).get(workerId)!;
    const ids = [...new Set([...(holding.activeTask ? [holding.activeTask] : []), ...active, ...holding.tasks])].slice(
      0,
      MAX,
    );
    const rows = new Map((await findTasks(reader, ids)).map((row) => [row.id, row]));
    // A task that was completed or taken away between the two queries is left out.
    const own = ids.flatMap((id) => rows.get(id) ?? []).filter((row) => row.workerId === workerId && row.state < 3);
    const fields = await cachedTaskFields(services, organizationId);
    return {
      customFields: fields.filter(({ visibility }) => visibility.includes('worker')),
      tasks: await presentOwnTasks(reader, own, {
        publicUrl: await organizationUrl(services, organizationId),
        now,
      }),
    };
  },
});
