import type { Reader } from '../../platform/db/reader.ts';
import { containerId } from './container-id.ts';
import { type ContainerRow, type ContainerType, findContainers, findContainersById, listMembers } from './queries.ts';

export { containerId } from './container-id.ts';
export { type ContainerListRow, findContainerLists, pageOfContainerLists } from './live-queries.ts';
export {
  type ContainerRow,
  type ContainerType,
  findMembers,
  indexesOf,
  listMembers,
  type MemberRow,
} from './queries.ts';

/** Contents of an owner's container. */
export interface ContainerContents {
  activeTask: string | null;
  /** Task IDs in their order. */
  tasks: string[];
}

/** The active task and the ordered tasks of each owner; one who never had a task has an empty list. */
export async function holdingsOf(
  reader: Reader,
  type: ContainerType,
  ownerIds: readonly string[],
): Promise<Map<string, ContainerContents>> {
  const holdings = new Map<string, ContainerContents>(ownerIds.map((id) => [id, { activeTask: null, tasks: [] }]));
  if (ownerIds.length === 0) return holdings;
  const containers = await findContainers(reader, type, ownerIds);
  const byContainer = new Map<string, ContainerContents>();
  for (const row of containers) {
    const holding = holdings.get(row.ownerId)!;
    holding.activeTask = row.activeTask;
    if (row.taskCount > 0) byContainer.set(row.id, holding);
  }
  if (byContainer.size === 0) return holdings;
  for (const task of await listMembers(reader, [...byContainer.keys()]))
    byContainer.get(task.containerId)?.tasks.push(task.id);
  return holdings;
}

/** The owners' containers, by owner; those never used are left out. */
export async function containersOf(
  reader: Reader,
  type: ContainerType,
  ownerIds: readonly string[],
): Promise<Map<string, ContainerRow>> {
  const rows = await findContainers(reader, type, ownerIds);
  return new Map(rows.map((row) => [row.ownerId, row]));
}

/** A container that may have no row yet. */
export async function readContainer(
  reader: Reader,
  type: ContainerType,
  ownerId: string,
): Promise<{ row: ContainerRow | undefined; id: string; tasks: string[] }> {
  const id = containerId(reader.organizationId, type, ownerId);
  const [row] = await findContainers(reader, type, [ownerId]);
  const tasks = row && row.taskCount > 0 ? await listMembers(reader, [id]) : [];
  return { row, id, tasks: tasks.map((task) => task.id) };
}

/** Containers by their IDs, those of owners that are gone included: for presenting tasks. */
export async function containersById(reader: Reader, ids: readonly string[]): Promise<Map<string, ContainerRow>> {
  return new Map((await findContainersById(reader, ids)).map((row) => [row.id, row]));
}
