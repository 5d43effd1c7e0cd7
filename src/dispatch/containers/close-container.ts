import type { Tx } from '../../platform/db/tx.ts';
import type { ActionContext } from '../http/caller.ts';
import { doDropTasks, lockContainers, type Moved, type Owner } from './actions.ts';
import { containerId } from './container-id.ts';
import { listMembers, releaseContainerRow } from './queries.ts';

/**
 * Empties and closes the container of an owner that is being deleted: its tasks are appended to the organization's
 * container in their order. Gives the moved tasks; the caller emits them (`emitMoves` of the tasks).
 */
export async function doCloseContainer(tx: Tx, by: ActionContext | undefined, owner: Owner): Promise<Moved[]> {
  const { organizationId } = tx;

  const organization: Owner = { type: 'ORGANIZATION', id: organizationId };
  const containers = await lockContainers(tx, [owner, organization]);
  const own = containers.get(containerId(organizationId, owner.type, owner.id))!;
  const target = containers.get(containerId(organizationId, 'ORGANIZATION', organizationId))!;
  const moved = await doDropTasks(tx, by, containers, target, await listMembers(tx, [own.id]));
  await releaseContainerRow(tx, own);
  return moved;
}
