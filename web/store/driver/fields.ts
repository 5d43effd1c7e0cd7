import { isFilledField, isGiven, isOfFieldType, isRequiredField } from '../../../rules/custom-fields.ts';
import type { ListOwnTasksAnswer } from '../wire/dispatch.ts';

/** The definition of a field, as a driver is given it. */
export type DriverField = ListOwnTasksAnswer['customFields'][number];

/** Problems of a value. */
export type FieldProblem = 'type' | 'required' | 'not yours';

/** Whether a driver may fill a field in. */
export const isOwnField = ({ editability }: DriverField): boolean => editability.includes('worker');

/** Returns the problem of a driver's value for a field; undefined if there is none. */
export function fieldProblem(
  field: DriverField,
  value: unknown,
  task: { pickupTask: boolean },
): FieldProblem | undefined {
  if (!isOwnField(field)) return 'not yours';
  if (isGiven(value) && !isOfFieldType(field, value)) return 'type';
  return isRequiredField(field, task) && !isFilledField(field, value) ? 'required' : undefined;
}
