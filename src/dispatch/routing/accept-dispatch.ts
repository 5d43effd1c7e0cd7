import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessDispatchForUpdate } from './access.ts';
import { doApplyPlan } from './actions.ts';
import { Dispatch, presentDispatch } from './present.ts';

export const acceptDispatch = dispatchOperation({
  method: 'POST',
  path: '/dispatches/:dispatchId/accept',
  summary: 'Assign the tasks of a proposed plan to its workers. Tasks that changed since stay where they are',
  access: 'apiKey',
  ids: ['dispatchId'],
  answer: Dispatch,
  errors: [1402, 2218, 2400],
  async write({ tx, caller, services }, { path }) {
    const row = await accessDispatchForUpdate(tx, path.dispatchId!);
    if (row.state !== 'PROPOSED' || !row.plan)
      throw new DispatchError(2218, `The dispatch is ${row.state} and has no plan to accept.`);
    return presentDispatch(
      await doApplyPlan(
        tx,
        { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
        row,
        row.plan,
      ),
    );
  },
});
