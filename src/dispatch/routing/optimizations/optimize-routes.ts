import { dispatchOperation } from '../../http/operation.ts';
import { doInitializeOptimization, initialization } from './initialize.ts';

export const optimizeRoutes = dispatchOperation({
  ...initialization,
  path: '/optimize/routes',
  summary: 'Check chosen tasks and workers for an optimization, like `/optimizations/scheduled`',
  async write({ tx, caller }, { body }) {
    return doInitializeOptimization(tx, caller, body);
  },
});
