import { dispatchOperation } from '../../http/operation.ts';
import { doInitializeOptimization, initialization } from './initialize.ts';

export const scheduleOptimization = dispatchOperation({
  ...initialization,
  path: '/optimizations/scheduled',
  summary: 'Check chosen tasks and workers for an optimization of routes, which you start afterwards',
  async write({ tx, caller }, { body }) {
    return doInitializeOptimization(tx, caller, body);
  },
});
