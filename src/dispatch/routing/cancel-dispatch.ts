import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessDispatchForUpdate } from './access.ts';
import { doEndDispatch } from './actions.ts';

export const cancelDispatch = dispatchOperation({
  method: 'DELETE',
  path: '/dispatches/:dispatchId',
  summary: 'Cancel a dispatch before it has assigned anything, or reject its plan',
  access: 'apiKey',
  ids: ['dispatchId'],
  errors: [1402, 2218],
  async write({ tx, caller, services }, { path }) {
    const row = await accessDispatchForUpdate(tx, path.dispatchId!);
    if (row.state === 'CANCELLED') return undefined;
    if (row.state !== 'WAITING' && row.state !== 'PROPOSED')
      throw new DispatchError(2218, `The dispatch is already ${row.state}.`);
    await doEndDispatch(
      tx,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      row,
      'CANCELLED',
      row.plan,
      null,
    );
    return undefined;
  },
});
