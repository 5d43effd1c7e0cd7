import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { findField, loadFields } from './access.ts';
import { doDeleteField } from './actions.ts';

export const deleteProfileField = chatOperation({
  method: 'DELETE',
  path: '/realm/profile_fields/:field_id',
  summary: "Delete a custom profile field and everybody's values for it",
  access: administrators,
  params: { field_id: inPath(described(Id, "ID of the field to delete, with everybody's values.")) },
  answer: {},
  async write({ tx }, { field_id }) {
    await tx.position();
    const field = findField(await loadFields(tx), field_id);
    await doDeleteField(tx, field);
    return {};
  },
});
