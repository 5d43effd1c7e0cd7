import { dispatchOperation } from '../../http/operation.ts';
import { accessOptimization } from './access.ts';
import { OptimizationStatus, presentOptimization } from './present.ts';

export const getOptimizationStatus = dispatchOperation({
  method: 'GET',
  path: '/optimizations/:optimizationId/status',
  summary: 'Get the progress and the result of an optimization. They are available for seven days',
  access: 'apiKey',
  ids: ['optimizationId'],
  answer: OptimizationStatus,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentOptimization(await accessOptimization(reader, path.optimizationId!));
  },
});
