import { type Static, Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import { described } from '../../../platform/http/described.ts';
import { containerId } from '../../containers/access.ts';
import type { Owner } from '../../containers/actions.ts';
import { invalidValue } from '../../http/errors.ts';
import { Millis, ObjectId } from '../../http/validate.ts';
import { accessTask } from '../access.ts';
import type { Viewpoint } from '../present.ts';
import { presentPage, type TaskPage } from '../present-tasks.ts';
import { listTasksOfContainer } from '../queries.ts';

const PAGE = 64;

/** Filters of the list of an owner's tasks: times of creation, and the kind of task. */
export const containerPageQuery = {
  lastId: described(ObjectId, 'The `lastId` of the page before.'),
  from: described(Millis, 'Tasks created from this time on, in milliseconds since 1970.'),
  to: described(Millis, 'Tasks created until this time, in milliseconds since 1970.'),
  isPickupTask: Type.Boolean({ description: 'True: pickups only; false: drop-offs only. Both if absent.' }),
};

/**
 * A page of an owner's tasks in their order.
 * @throws {DispatchError} 1402 when there is no task `lastId`, 1000 when it has left the container meanwhile
 */
export async function pageOfContainer(
  reader: Reader,
  owner: Owner,
  { lastId, from, to, isPickupTask }: { lastId?: string; from?: number; to?: number; isPickupTask?: boolean },
  view: Viewpoint,
): Promise<Static<typeof TaskPage>> {
  const id = containerId(reader.organizationId, owner.type, owner.id);
  let after: number | undefined;
  if (lastId) {
    const last = await accessTask(reader, lastId);
    if (last.containerId !== id || last.position === null)
      throw invalidValue('The task lastId is no longer in this container.');
    after = last.position;
  }
  const filter = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    isPickup: isPickupTask,
  };
  const rows = await listTasksOfContainer(reader, id, after, filter, PAGE + 1);
  return presentPage(reader, rows, PAGE, view);
}
