import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doAddTasks } from './actions.ts';
import { PlanTasks } from './input.ts';
import { presentRoutePlan, RoutePlan } from './present.ts';

export const addRoutePlanTasks = dispatchOperation({
  method: 'PUT',
  path: '/routePlans/:routePlanId/tasks',
  summary: 'Add tasks to the end of a route plan',
  access: 'apiKey',
  ids: ['routePlanId'],
  body: Type.Object({ tasks: PlanTasks }),
  answer: RoutePlan,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    return presentRoutePlan(await doAddTasks(tx, actor, path.routePlanId!, body.tasks));
  },
});
