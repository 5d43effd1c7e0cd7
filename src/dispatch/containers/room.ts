import type { Reader } from '../../platform/db/reader.ts';
import { containersOf } from './access.ts';
import { MAX_CONTAINER_TASKS, type Owner } from './actions.ts';

/** Whether the owners' containers have room for a task more for each time that an owner is named. */
export async function haveRoomFor(reader: Reader, owners: readonly Owner[]): Promise<boolean> {
  for (const [type, own] of Map.groupBy(owners, (owner) => owner.type)) {
    const byId = Map.groupBy(own, ({ id }) => id);
    const containers = await containersOf(reader, type, [...byId.keys()]);
    for (const [id, more] of byId)
      if ((containers.get(id)?.taskCount ?? 0) + more.length > MAX_CONTAINER_TASKS) return false;
  }
  return true;
}
