import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { DispatchError } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doApplyPlan } from '../actions.ts';
import { accessOptimizationForUpdate } from './access.ts';

export const applyOptimization = dispatchOperation({
  method: 'POST',
  path: '/optimizations/:optimizationId/apply',
  summary:
    'Assign the tasks of an optimization to its workers. Tasks that changed since stay where they are. 412 if none could be assigned',
  access: 'apiKey',
  ids: ['optimizationId'],
  errors: [1402, 2219, 2400],
  async write({ tx, caller, services }, { path }) {
    const row = await accessOptimizationForUpdate(tx, path.optimizationId!);
    if (row.state !== 'PROPOSED' || !row.plan)
      throw new DispatchError(2219, `The optimization is ${row.state} and has no routes to apply.`);
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    const { result } = await doApplyPlan(tx, actor, row, row.plan);
    if (result!.assignedTasks.length === 0)
      throw new DispatchError(
        2219,
        'All tasks of the optimization have changed since its routes were found. Start a new optimization.',
      );
    return undefined;
  },
});
