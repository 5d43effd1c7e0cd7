import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doRemoveLinkifier } from './actions.ts';

export const removeLinkifier = chatOperation({
  method: 'DELETE',
  path: '/realm/filters/:filter_id',
  summary: 'Remove a linkifier; links that it created stay',
  access: administrators,
  params: { filter_id: inPath(described(Id, 'ID of the linkifier to delete.')) },
  answer: {},
  async write({ tx }, { filter_id }) {
    await doRemoveLinkifier(tx, filter_id);
    return {};
  },
});
