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

/** Room that containers have for tasks that are planned into them, one after the other. */
export class PlannedRoom {
  readonly #left = new Map<string, number>();

  /** Takes a place in the container of each owner, in their order. @returns for each whether there was one */
  async take(reader: Reader, owners: readonly Owner[]): Promise<boolean[]> {
    await this.#know(reader, owners);
    return owners.map(({ id }) => {
      const left = this.#left.get(id)!;
      this.#left.set(id, left - 1);
      return left > 0;
    });
  }

  /** Takes so many places in a container for each owner. */
  async reserve(reader: Reader, owners: readonly { owner: Owner; count: number }[]): Promise<void> {
    await this.#know(
      reader,
      owners.map(({ owner }) => owner),
    );
    for (const { owner, count } of owners) this.#left.set(owner.id, this.#left.get(owner.id)! - count);
  }

  async #know(reader: Reader, owners: readonly Owner[]): Promise<void> {
    for (const [type, own] of Map.groupBy(owners, (owner) => owner.type)) {
      const unknown = [...new Set(own.map(({ id }) => id))].filter((id) => !this.#left.has(id));
      if (unknown.length === 0) continue;
      const containers = await containersOf(reader, type, unknown);
      for (const id of unknown) this.#left.set(id, MAX_CONTAINER_TASKS - (containers.get(id)?.taskCount ?? 0));
    }
  }
}
