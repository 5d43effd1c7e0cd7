import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { CustomField } from '../custom-fields/custom-field.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { findTemplate, lockTemplateToUse } from './queries.ts';
import type { TaskTemplateRow } from './task-template.ts';

/**
 * The template that a task is made by, or is put under; it cannot be deleted until the commit.
 * @throws {DispatchError} 1402 when there is none, or not any more
 */
export async function accessTaskTemplateToUse(tx: Tx, id: string): Promise<TaskTemplateRow> {
  const template = await lockTemplateToUse(tx, id);
  if (!template || template.deletedAt) throw notFound(`There is no task template ${id}.`);
  return template;
}

/** The template of a task that has one, also when it is deleted. */
export function templateOfTask(reader: Reader, id: string | null): Promise<TaskTemplateRow | undefined> {
  return id === null ? Promise.resolve(undefined) : findTemplate(reader, id);
}

/** @throws {DispatchError} 1000 when the template is not for such tasks */
export function checkIsFor({ name, conditions }: TaskTemplateRow, subject: { pickupTask: boolean }): void {
  const unfit = conditions.find(({ fieldName, targetValue }) => subject[fieldName] !== targetValue);
  if (unfit) throw invalidValue(`The task template '${name}' is for ${unfit.targetValue ? 'pickups' : 'drop-offs'}.`);
}

/**
 * The custom fields that a task under a template has; without one, all.
 * @throws {DispatchError} 1000 when a field is given that the template does not have
 */
export function fieldsUnder(
  template: TaskTemplateRow | undefined,
  fields: readonly CustomField[],
  given: readonly { key: string }[] | null | undefined,
): readonly CustomField[] {
  if (!template) return fields;
  const other = given?.find(({ key }) => !template.fields.includes(key));
  if (other) throw invalidValue(`The task template '${template.name}' has no field '${other.key}'.`);
  return fields.filter(({ key }) => template.fields.includes(key));
}
