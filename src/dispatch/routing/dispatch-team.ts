import { dispatchOperation } from '../http/operation.ts';
import { submission, submitDispatch } from './submit-dispatch.ts';

export const dispatchTeam = dispatchOperation({
  ...submission,
  path: '/teams/:teamId/dispatch',
  summary: "Assign a team's unassigned tasks to its workers in the background, along short routes",
  async write({ tx, caller }, { path, body }) {
    return submitDispatch(tx, caller, path.teamId!, body, { onlyProposes: false });
  },
});
