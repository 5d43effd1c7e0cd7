import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doCreateRoutePlan } from './actions.ts';
import { readRoutePlan, routePlanInput, tasksOf } from './input.ts';
import { presentRoutePlan, RoutePlan } from './present.ts';

export const createRoutePlan = dispatchOperation({
  method: 'POST',
  path: '/routePlans',
  summary: "Create a route plan; its tasks go to the end of its worker's list, or of its team's",
  access: 'apiKey',
  body: routePlanInput,
  answer: RoutePlan,
  errors: [1009, 1402, 2400],
  async write({ tx, caller, services }, { body }) {
    const values = await readRoutePlan(tx, body);
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    return presentRoutePlan(await doCreateRoutePlan(tx, actor, values, tasksOf(body)));
  },
});
