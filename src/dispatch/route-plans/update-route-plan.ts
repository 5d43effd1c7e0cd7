import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessRoutePlanForUpdate } from './access.ts';
import { doUpdateRoutePlan } from './actions.ts';
import { readRoutePlan, routePlanInput, tasksOf } from './input.ts';
import { presentRoutePlan, RoutePlan } from './present.ts';

export const updateRoutePlan = dispatchOperation({
  method: 'PUT',
  path: '/routePlans/:routePlanId',
  // client: gonfleet's AddTasks sends nothing but tasks here, to be added.
  summary: 'Change the given fields of a route plan; tasks are added to its end',
  access: 'apiKey',
  ids: ['routePlanId'],
  body: routePlanInput,
  answer: RoutePlan,
  errors: [1009, 1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const plan = await accessRoutePlanForUpdate(tx, path.routePlanId!);
    const values = await readRoutePlan(tx, body, plan);
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    return presentRoutePlan(await doUpdateRoutePlan(tx, actor, plan, values, tasksOf(body)));
  },
});
