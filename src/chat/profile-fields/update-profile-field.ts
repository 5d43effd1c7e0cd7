import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { findField, loadFields } from './access.ts';
import { doUpdateField } from './actions.ts';
import { checkFieldData, checkFieldName, checkSummary, fieldParams } from './field-params.ts';

export const updateProfileField = chatOperation({
  method: 'PATCH',
  path: '/realm/profile_fields/:field_id',
  summary: 'Change a custom profile field',
  access: administrators,
  params: { field_id: inPath(described(Id, 'ID of the field to change.')), ...fieldParams },
  answer: {},
  async write({ tx }, { field_id, ...given }) {
    await tx.position();
    const fields = await loadFields(tx);
    const before = findField(fields, field_id);
    const others = fields.filter(({ id }) => id !== field_id);
    const after = {
      ...before,
      name: given.name === undefined ? before.name : checkFieldName(given.name),
      hint: given.hint ?? before.hint,
      fieldData: given.field_data === undefined ? before.fieldData : checkFieldData(before.type, given.field_data),
      inSummary: given.display_in_profile_summary ?? before.inSummary,
      required: given.required ?? before.required,
      editableByUser: given.editable_by_user ?? before.editableByUser,
    };
    checkSummary(after, others);
    await doUpdateField(tx, others, before, after);
    return {};
  },
});
