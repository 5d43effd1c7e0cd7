import type { Static } from 'typebox';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { newObjectId } from '../../platform/ids.ts';
import { taskFieldsByKey } from '../custom-fields/access.ts';
import { duplicate, invalidValue, notFound } from '../http/errors.ts';
import { isChange } from '../organization/changes.ts';
import {
  insertTemplate,
  listTemplates,
  lockTemplate,
  lockTemplates,
  markTemplateDeleted,
  updateTemplate,
} from './queries.ts';
import type { TaskTemplateRow, TaskTemplateValues, taskTemplateInput, taskTemplateUpdate } from './task-template.ts';

/** Templates of one organization. */
const MAX_TEMPLATES = 200;

/** @throws {DispatchError} 1000 for one too many or a field that does not exist, 1004 for a name that is taken */
export async function doCreateTaskTemplate(tx: Tx, body: Static<typeof taskTemplateInput>): Promise<TaskTemplateRow> {
  const values = { name: body.name, conditions: body.contextSaveConditions ?? [], fields: unique(body.fields) };
  await lockTemplates(tx);
  const known = await checkTemplate(tx, undefined, values);
  if (known.length >= MAX_TEMPLATES)
    throw invalidValue(`An organization can have at most ${MAX_TEMPLATES} task templates.`);
  const id = newObjectId();
  await insertTemplate(tx, id, values);
  const row = { ...values, id, deletedAt: null };
  audit(tx, 'task_template.created', undefined, row);
  return row;
}

/**
 * Changes what is given; tasks that are there keep their values.
 * @throws {DispatchError} 1000 for a field that does not exist, 1004 for a name that is taken, 1402 without such a template
 */
export async function doUpdateTaskTemplate(
  tx: Tx,
  id: string,
  body: Static<typeof taskTemplateUpdate>,
): Promise<TaskTemplateRow> {
  await lockTemplates(tx);
  const before = await accessForUpdate(tx, id);
  const values = {
    name: body.name ?? before.name,
    conditions: body.contextSaveConditions ?? before.conditions,
    fields: body.fields ? unique(body.fields) : before.fields,
  };
  if (!isChange(before, values)) return before;
  await checkTemplate(tx, before, values);
  await updateTemplate(tx, id, values);
  const row = { ...before, ...values };
  audit(tx, 'task_template.changed', before, row);
  return row;
}

/**
 * Deletes a template; tasks that were made by it stay what they are.
 * @throws {DispatchError} 1402 when there is no such template
 */
export async function doDeleteTaskTemplate(tx: Tx, id: string): Promise<void> {
  const row = await accessForUpdate(tx, id);
  await markTemplateDeleted(tx, id);
  audit(tx, 'task_template.deleted', row, undefined);
}

async function accessForUpdate(tx: Tx, id: string): Promise<TaskTemplateRow> {
  const row = await lockTemplate(tx, id);
  if (!row || row.deletedAt) throw notFound('There is no such task template.');
  return row;
}

/** Gives the organization's templates. A field that was deleted since the template named it may stay in it. */
async function checkTemplate(
  tx: Tx,
  before: TaskTemplateRow | undefined,
  { name, fields }: TaskTemplateValues,
): Promise<TaskTemplateRow[]> {
  const known = await taskFieldsByKey(tx);
  const unknown = fields.find((key) => !known.has(key) && !before?.fields.includes(key));
  if (unknown !== undefined) throw invalidValue(`There is no custom field '${unknown}'.`);
  const templates = await listTemplates(tx);
  if (templates.some((other) => other.id !== before?.id && other.name.toLowerCase() === name.toLowerCase()))
    throw duplicate('name', name);
  return templates;
}

const unique = (keys: readonly string[]): string[] => [...new Set(keys)];

function audit(
  tx: Tx,
  action: `task_template.${string}`,
  before: TaskTemplateRow | undefined,
  after: TaskTemplateRow | undefined,
): void {
  const { organizationId } = tx;

  const { id, name } = (after ?? before)!;
  const details = changesBetween<TaskTemplateRow>(before, after, ['name', 'conditions', 'fields']);
  tx.audit({ organizationId, action, object: { kind: 'task template', id, name }, details });
}
