import { described } from '../../../platform/http/described.ts';
import { administrators } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath } from '../../http/params.ts';
import { doDeleteDefaultGroup } from './actions.ts';

export const deleteDefaultGroupOperation = chatOperation({
  method: 'DELETE',
  path: '/default_stream_groups/:group_id',
  summary: 'Delete a group of default channels; the channels stay',
  access: administrators,
  params: { group_id: inPath(described(Id, 'ID of the group of channels to delete.')) },
  answer: {},
  async write({ tx }, { group_id }) {
    await tx.position();
    await doDeleteDefaultGroup(tx, group_id);
    return {};
  },
});
