import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { presentTask, referencesOf, Task, type Viewpoint } from './present.ts';
import { presentOrderedTasks } from './present-ordered.ts';
import type { TaskRow } from './task-row.ts';

/** A page of tasks. client: the last page has no `lastId` at all. */
export const TaskPage = Type.Object({
  tasks: Type.Array(Task, { description: 'Tasks of this page.' }),
  lastId: Type.Optional(Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' })),
});

/** The wire form of tasks that the organization may read, in their order. */
export async function presentTasks(reader: Reader, rows: readonly TaskRow[], view: Viewpoint): Promise<Task[]> {
  const { organizationId } = reader;

  const own = rows.filter((row) => row.organizationId === organizationId);
  const ordered = rows.filter((row) => row.organizationId !== organizationId);
  const references = await referencesOf(reader, own, view.now);
  const foreign = await presentOrderedTasks(reader, ordered, view);
  return rows.map((row) => foreign.get(row.id) ?? presentTask(row, references, view));
}

/** One page out of `limit + 1` rows. */
export async function presentPage(
  reader: Reader,
  rows: readonly TaskRow[],
  limit: number,
  view: Viewpoint,
): Promise<Static<typeof TaskPage>> {
  const page = rows.slice(0, limit);
  const tasks = await presentTasks(reader, page, view);
  return rows.length > limit ? { tasks, lastId: page.at(-1)!.id } : { tasks };
}
