import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId } from '../../platform/ids.ts';
import type { KeyCaller } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';
import { accessTeam } from '../teams/access.ts';
import { gather } from './gather.ts';
import { dispatchInput, readDispatchOptions } from './options.ts';
import { hasWaitingDispatches, insertDispatch } from './queries.ts';
import { DISPATCH_QUEUE } from './run-dispatch.ts';

/** Dispatches of one organization that wait at most: one after the other they are planned for everybody. */
const MAX_WAITING = 10;

/** Shared declaration of a dispatch and a planned dispatch. */
export const submission = {
  method: 'POST',
  access: 'apiKey',
  ids: ['teamId'],
  body: dispatchInput,
  answer: Type.Object({ dispatchId: Type.String({ description: 'ID with which to get the routes.' }) }),
  errors: [1009, 1402, 2218],
} as const;

/** @throws {DispatchError} 2218 when so many dispatches of the organization wait that it has to wait for one of them */
export async function checkWaiting(tx: Tx): Promise<void> {
  if (await hasWaitingDispatches(tx, MAX_WAITING))
    throw new DispatchError(2218, `${MAX_WAITING} dispatches are already waiting. Try again when one is done.`);
}

/**
 * Has routes found for a team's waiting tasks, in the background.
 * @throws {DispatchError} 2218 when there is nothing to do, or nobody who could do it
 */
export async function submitDispatch(
  tx: Tx,
  caller: KeyCaller,
  teamId: string,
  body: Static<typeof dispatchInput>,
  { onlyProposes }: { onlyProposes: boolean },
): Promise<{ dispatchId: string }> {
  const { organizationId } = caller;
  const team = await accessTeam(tx, teamId);
  await checkWaiting(tx);
  const options = await readDispatchOptions(tx, body, tx.now);
  const { tasks, problem } = await gather(tx, [team], options, tx.now);
  if (tasks.length === 0) throw new DispatchError(2218, 'The team has no unassigned tasks in this period.');
  if (problem.vehicles.length === 0)
    throw new DispatchError(
      2218,
      'No worker of the team has a known start and is on duty or has a shift in this period.',
    );
  const dispatchId = newObjectId();
  await insertDispatch(tx, dispatchId, team.id, caller, options, { onlyProposes });
  tx.enqueue({ queue: DISPATCH_QUEUE, data: { organizationId, dispatchId } });
  return { dispatchId };
}
