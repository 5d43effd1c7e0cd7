import { DispatchError } from '../../http/errors.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { DISPATCH_QUEUE } from '../run-dispatch.ts';
import { checkWaiting } from '../submit-dispatch.ts';
import { accessOptimizationForUpdate } from './access.ts';
import { markStarted } from './queries.ts';

export const startOptimization = dispatchOperation({
  method: 'POST',
  path: '/optimizations/:optimizationId/start',
  summary: 'Start the search for routes in the background. A second start changes nothing',
  access: 'apiKey',
  ids: ['optimizationId'],
  errors: [1009, 1402, 2218],
  async write({ tx, caller }, { path }) {
    const { organizationId } = caller;
    const row = await accessOptimizationForUpdate(tx, path.optimizationId!);
    if (row.isStarted) return undefined;
    if (row.state !== 'WAITING') throw new DispatchError(2218, `The optimization is ${row.state}.`);
    if (row.options.scheduleTimeWindow[1] * 1000 <= tx.now.getTime())
      throw new DispatchError(1009, 'The day of the optimization is in the past.');
    await checkWaiting(tx);
    await markStarted(tx, caller, row.id);
    tx.enqueue({ queue: DISPATCH_QUEUE, data: { organizationId, dispatchId: row.id } });
    return undefined;
  },
});
