import { type Static, Type } from 'typebox';
import { FieldCondition } from '../custom-fields/custom-field.ts';
import { Name, Nullable } from '../http/validate.ts';

const Conditions = Type.Array(FieldCondition, { maxItems: 1, description: 'none: for pickups and drop-offs' });
const Fields = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 200,
  description: 'keys of custom fields of tasks',
});

/** Body of a template's creation (the vendor's public reference, "Task Templates"). */
export const taskTemplateInput = Type.Object({
  name: Name,
  contextSaveConditions: Type.Optional(Conditions),
  fields: Fields,
});
/** Body of a template's change. */
export const taskTemplateUpdate = Type.Partial(taskTemplateInput);

/** A template as the API shows it. */
export const TaskTemplate = Type.Object({
  id: Type.String(),
  name: Type.String(),
  deletedAt: Nullable(Type.Integer()),
  contextSaveConditions: Type.Array(FieldCondition),
  fields: Type.Array(Type.String()),
  isDefault: Type.Boolean(),
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
