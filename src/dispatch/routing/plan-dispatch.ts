import { dispatchOperation } from '../http/operation.ts';
import { submission, submitDispatch } from './submit-dispatch.ts';

export const planDispatch = dispatchOperation({
  ...submission,
  path: '/teams/:teamId/dispatch/plan',
  summary: 'Plan a dispatch. Nothing is assigned until somebody accepts the plan',
  async write({ tx, caller }, { path, body }) {
    return submitDispatch(tx, caller, path.teamId!, body, { onlyProposes: true });
  },
});
