import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doRemovePretendFleet } from './remove.ts';

export const removePretendFleet = dispatchOperation({
  method: 'DELETE',
  path: '/pretend-fleet',
  summary: 'Delete everything that was created to try the console with',
  access: 'apiKey',
  wholeSight: true,
  errors: [1402, 2400],
  async write({ tx, services, caller }) {
    const publicUrl = await organizationUrl(services, caller.organizationId);
    await doRemovePretendFleet(tx, { caller, publicUrl });
    return undefined;
  },
});
