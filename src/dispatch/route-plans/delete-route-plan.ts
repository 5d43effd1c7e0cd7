import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessRoutePlanForUpdate } from './access.ts';
import { doDeleteRoutePlan } from './actions.ts';

export const deleteRoutePlan = dispatchOperation({
  method: 'DELETE',
  path: '/routePlans/:routePlanId',
  summary: 'Delete a route plan; its tasks stay where they are',
  access: 'apiKey',
  ids: ['routePlanId'],
  errors: [1402],
  async write({ tx, caller, services }, { path }) {
    const plan = await accessRoutePlanForUpdate(tx, path.routePlanId!);
    await doDeleteRoutePlan(tx, { caller, publicUrl: await organizationUrl(services, caller.organizationId) }, plan);
    return undefined;
  },
});
