import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { lockMembers, updateRoute } from '../containers/actions.ts';
import { type Actor, actorWithin } from '../events/actor.ts';
import type { Location } from '../geography/location.ts';
import { moveTaskRows, tasksTo } from './destination-queries.ts';
import { emitTasks } from './events.ts';

/** Takes the unfinished tasks that go to a destination to where it is now, and measures their workers' routes anew. */
export async function doFollowDestination(tx: Tx, actor: Actor, destinationId: string, at: Location): Promise<void> {
  const { organizationId } = actor.caller;
  const ids = await tasksTo(tx, destinationId);
  if (ids.length === 0) return;
  const { containers } = await lockMembers(tx, ids);
  const moved = await moveTaskRows(tx, ids, at, actorWithin(actor, organizationId));
  for (const [id, tasks] of Map.groupBy(moved, (task) => task.containerId))
    if (containers.has(id))
      await updateRoute(tx, containers, id, tasks.some((task) => task.state === 2) ? at : undefined);
  await emitTasks(
    tx,
    actor,
    moved.map((task) => ({ trigger: Trigger.taskUpdated, task })),
  );
}
