import { Type } from 'typebox';
import { newObjectId } from '../../platform/ids.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTeam } from '../teams/access.ts';
import { gather } from './gather.ts';
import { dispatchInput, readDispatchOptions } from './options.ts';
import { insertDispatch } from './queries.ts';
import { DISPATCH_QUEUE } from './run-dispatch.ts';

export const dispatchTeam = dispatchOperation({
  method: 'POST',
  path: '/teams/:teamId/dispatch',
  summary: "Have a team's waiting tasks given to its workers in the background, along short routes",
  access: 'apiKey',
  ids: ['teamId'],
  body: dispatchInput,
  answer: Type.Object({ dispatchId: Type.String() }),
  errors: [1009, 1402, 2218],
  async write({ tx, caller }, { path, body }) {
    const { organizationId } = caller;
    const team = await accessTeam(tx, organizationId, path.teamId!);
    const options = await readDispatchOptions(tx, organizationId, body, tx.now);
    const { tasks, problem } = await gather(tx, organizationId, team, options, tx.now);
    if (tasks.length === 0) throw new DispatchError(2218, 'The team has no unassigned task in this time.');
    if (problem.vehicles.length === 0)
      throw new DispatchError(2218, 'No worker of the team is on duty, or has a shift in this time, at a known place.');
    const dispatchId = newObjectId();
    await insertDispatch(tx, dispatchId, team.id, caller, options);
    tx.enqueue({ queue: DISPATCH_QUEUE, data: { organizationId, dispatchId } });
    return { dispatchId };
  },
});
