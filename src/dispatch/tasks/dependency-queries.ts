import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

export async function insertDependencies(tx: Tx, taskId: string, dependsOn: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into dispatch.task_dependencies (organization_id, task_id, depends_on, n)
    select ${tx.organizationId}, ${taskId}, id, n from unnest(${dependsOn}::text[]) with ordinality as given (id, n)`);
}

export async function deleteDependencies(tx: Tx, taskId: string): Promise<void> {
  await tx.run(sql`
    delete from dispatch.task_dependencies where organization_id = ${tx.organizationId} and task_id = ${taskId}`);
}

export interface DependencyRow {
  taskId: string;
  dependsOn: string;
}

/** Returns the dependencies of each task, in the given order. */
export function findDependencies(reader: Reader, taskIds: readonly string[]): Promise<DependencyRow[]> {
  return reader.all(sql<DependencyRow>`
    select task_id as "taskId", depends_on as "dependsOn" from dispatch.task_dependencies
    where organization_id = ${reader.organizationId} and task_id = any(${taskIds}::text[]) order by task_id, n`);
}

/** Returns the dependents of each task. */
export function findDependents(reader: Reader, taskIds: readonly string[]): Promise<DependencyRow[]> {
  return reader.all(sql<DependencyRow>`
    select task_id as "taskId", depends_on as "dependsOn" from dispatch.task_dependencies
    where organization_id = ${reader.organizationId} and depends_on = any(${taskIds}::text[]) order by task_id`);
}

/** From here to the commit nobody else changes what existing tasks of the organization depend on. */
export async function lockDependencies(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('task dependencies'), hashtext(${tx.organizationId}))`);
}

/** Whether one of `starts` is `target` or depends on it over any number of steps. */
export async function dependsOnIt(reader: Reader, starts: readonly string[], target: string): Promise<boolean> {
  const row = await reader.first(sql`
    with recursive reached (id) as (
      select unnest(${starts}::text[])
      union
      select d.depends_on from dispatch.task_dependencies d join reached on d.task_id = reached.id
      where d.organization_id = ${reader.organizationId})
    select from reached where id = ${target}`);
  return row !== undefined;
}

/** Returns the number of uncompleted tasks that this one depends on. */
export async function countOpenDependencies(reader: Reader, taskId: string): Promise<number> {
  const row = await reader.first(sql<{ open: number }>`
    select count(*) as open from dispatch.task_dependencies d
    join dispatch.tasks t on t.organization_id = d.organization_id and t.id = d.depends_on
    where d.organization_id = ${reader.organizationId} and d.task_id = ${taskId} and t.state < 3`);
  return row!.open;
}
