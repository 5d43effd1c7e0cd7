import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doEndDispatch } from '../actions.ts';
import { accessOptimizationForUpdate } from './access.ts';

export const abortOptimization = dispatchOperation({
  method: 'POST',
  path: '/optimizations/:optimizationId/abort',
  summary: 'Abort an optimization before it has assigned any task',
  access: 'apiKey',
  ids: ['optimizationId'],
  answer: Type.Object({ success: Type.Boolean({ description: 'False if it had already ended.' }) }),
  errors: [1402],
  async write({ tx, caller, services }, { path }) {
    const row = await accessOptimizationForUpdate(tx, path.optimizationId!);
    if (row.state !== 'WAITING' && row.state !== 'PROPOSED') return { success: row.state === 'CANCELLED' };
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    await doEndDispatch(tx, actor, row, 'CANCELLED', row.plan, null);
    return { success: true };
  },
});
