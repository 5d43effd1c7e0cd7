import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doAddTasks } from './actions.ts';
import { PlannedTasks, tasksOf } from './input.ts';
import { presentRoutePlan, RoutePlan } from './present.ts';

export const addRoutePlanTasks = dispatchOperation({
  method: 'PUT',
  path: '/routePlans/:routePlanId/tasks',
  summary: 'Add tasks to the end of a route plan',
  access: 'apiKey',
  ids: ['routePlanId'],
  body: PlannedTasks,
  answer: RoutePlan,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    if (!body.tasks && !body.taskIds) throw missing('tasks is required.');
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    return presentRoutePlan(await doAddTasks(tx, actor, path.routePlanId!, tasksOf(body)));
  },
});
