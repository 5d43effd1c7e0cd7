import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { FieldCondition } from '../custom-fields/custom-field.ts';
import { Name, Nullable } from '../http/validate.ts';

const Conditions = Type.Array(FieldCondition, {
  maxItems: 1,
  description: 'For which tasks it is; none: pickups and drop-offs.',
});
const Fields = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 200,
  description: 'Keys of custom fields of tasks.',
});

/** Body of a template's creation (the vendor's public reference, "Task Templates"). */
export const taskTemplateInput = Type.Object({
  name: described(Name, 'Name that people see, at most 500 characters.'),
  contextSaveConditions: Type.Optional(Conditions),
  fields: Fields,
});
/** Body of a template's change. */
export const taskTemplateUpdate = Type.Partial(taskTemplateInput);

/** A template as the API shows it. */
export const TaskTemplate = Type.Object({
  id: Type.String({ description: 'ID of the template.' }),
  name: Type.String({ description: 'Name that people see.' }),
  deletedAt: Nullable(Type.Integer(), {
    description: 'When it was deleted, in milliseconds since 1970; null: not deleted.',
  }),
  contextSaveConditions: Type.Array(FieldCondition, {
    description: 'For which tasks it is; empty: pickups and drop-offs.',
  }),
  fields: Type.Array(Type.String(), { description: 'Keys of the custom fields that its tasks have.' }),
  isDefault: Type.Boolean({ description: 'Always false: tasks follow a template only if they name it.' }),
});

export interface TaskTemplateValues {
  name: string;
  /** For which tasks it is; none: for all. */
  conditions: Static<typeof FieldCondition>[];
  /** Keys of custom fields. */
  fields: string[];
}

export interface TaskTemplateRow extends TaskTemplateValues {
  id: string;
  deletedAt: Date | null;
}

export function presentTaskTemplate(row: TaskTemplateRow): Static<typeof TaskTemplate> {
  return {
    id: row.id,
    name: row.name,
    deletedAt: row.deletedAt?.getTime() ?? null,
    contextSaveConditions: row.conditions,
    fields: row.fields,
    // None is taken by itself.
    isDefault: false,
  };
}
