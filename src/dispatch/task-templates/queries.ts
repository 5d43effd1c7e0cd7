import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { TaskTemplateRow, TaskTemplateValues } from './task-template.ts';

const TEMPLATE = sql.raw(`id, name, conditions, fields, deleted_at as "deletedAt"`);

/** Returns the templates that are not deleted, oldest first. */
export function listTemplates(reader: Reader): Promise<TaskTemplateRow[]> {
  return reader.all(sql<TaskTemplateRow>`
    select ${TEMPLATE} from dispatch.task_templates
    where organization_id = ${reader.organizationId} and deleted_at is null order by created_at, id`);
}

export function findTemplate(reader: Reader, id: string): Promise<TaskTemplateRow | undefined> {
  return reader.first(sql<TaskTemplateRow>`
    select ${TEMPLATE} from dispatch.task_templates where organization_id = ${reader.organizationId} and id = ${id}`);
}

/** As `findTemplate`; nobody else changes it until the commit. */
export function lockTemplate(tx: Tx, id: string): Promise<TaskTemplateRow | undefined> {
  return tx.first(sql<TaskTemplateRow>`
    select ${TEMPLATE} from dispatch.task_templates where organization_id = ${tx.organizationId} and id = ${id} for update`);
}

/** As `findTemplate`; nobody deletes it until the commit. */
export function lockTemplateToUse(tx: Tx, id: string): Promise<TaskTemplateRow | undefined> {
  return tx.first(sql<TaskTemplateRow>`
    select ${TEMPLATE} from dispatch.task_templates where organization_id = ${tx.organizationId} and id = ${id} for share`);
}

export async function insertTemplate(
  tx: Tx,
  id: string,
  { name, conditions, fields }: TaskTemplateValues,
): Promise<void> {
  await tx.run(sql`
    insert into dispatch.task_templates (organization_id, id, name, conditions, fields, created_at, modified_at)
    values (${tx.organizationId}, ${id}, ${name}, ${JSON.stringify(conditions)}, ${fields}, ${tx.now}, ${tx.now})`);
}

export async function updateTemplate(
  tx: Tx,
  id: string,
  { name, conditions, fields }: TaskTemplateValues,
): Promise<void> {
  await tx.run(sql`
    update dispatch.task_templates set name = ${name}, conditions = ${JSON.stringify(conditions)}, fields = ${fields},
      modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

export async function markTemplateDeleted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update dispatch.task_templates set deleted_at = ${tx.now}, modified_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** From here to the commit nobody else adds templates to the organization or renames them. */
export async function lockTemplates(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('task templates'), hashtext(${tx.organizationId}))`);
}
