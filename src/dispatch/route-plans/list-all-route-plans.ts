import { dispatchOperation } from '../http/operation.ts';
import { pageOfRoutePlans, RoutePlanPage, routePlanQuery } from './list-route-plans.ts';

// client: gonfleet knows the list by this path.
export const listAllRoutePlans = dispatchOperation({
  method: 'GET',
  path: '/routePlans/all',
  summary: 'List route plans, as /routePlans does',
  access: 'apiKey',
  query: routePlanQuery,
  answer: RoutePlanPage,
  errors: [1402],
  read: ({ reader, caller }, { query }) => pageOfRoutePlans(reader, caller, query),
});
