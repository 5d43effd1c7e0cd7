import { Type } from 'typebox';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, text } from '../http/params.ts';
import { loadFields } from './access.ts';
import { doCreateField } from './actions.ts';
import { checkFieldData, checkFieldName, checkSummary, fieldParams } from './field-params.ts';
import { FieldType } from './profile-field.ts';

export const createProfileField = chatOperation({
  method: 'POST',
  path: '/realm/profile_fields',
  summary: 'Create a custom profile field',
  access: administrators,
  params: {
    ...fieldParams,
    name: text(Type.String({ maxLength: 40, description: 'Label of the field, at most 40 characters.' })),
    field_type: json(
      Type.Union(
        Object.values(FieldType).map((type) => Type.Literal(type)),
        {
          description:
            '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 people, 7 external ' +
            'account, 8 pronouns.',
        },
      ),
    ),
  },
  answer: { id: Type.Integer({ description: 'ID of the new field.' }) },
  async write({ tx }, given) {
    await tx.position();
    const fields = await loadFields(tx);
    const type = given.field_type as FieldType;
    const field = {
      name: checkFieldName(given.name),
      hint: given.hint ?? '',
      type,
      fieldData: checkFieldData(type, given.field_data ?? {}),
      inSummary: given.display_in_profile_summary ?? false,
      required: given.required ?? false,
      editableByUser: given.editable_by_user ?? true,
    };
    checkSummary(field, fields);
    return { id: await doCreateField(tx, fields, field) };
  },
});
