import { dispatchOperation } from '../../http/operation.ts';
import { doInitializeOptimization, initialization } from './initialize.ts';

export const optimizeRoutes = dispatchOperation({
  ...initialization,
  path: '/optimize/routes',
  summary: 'As /optimizations/scheduled, at its older address',
  async write({ tx, caller }, { body }) {
    return doInitializeOptimization(tx, caller, body);
  },
});
