import { dispatchOperation } from '../http/operation.ts';
import { accessRoutePlan } from './access.ts';
import { presentRoutePlan, RoutePlan } from './present.ts';

export const getRoutePlan = dispatchOperation({
  method: 'GET',
  path: '/routePlans/:routePlanId',
  summary: 'Get a route plan with the states of its tasks',
  access: 'apiKey',
  ids: ['routePlanId'],
  answer: RoutePlan,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentRoutePlan(await accessRoutePlan(reader, path.routePlanId!));
  },
});
