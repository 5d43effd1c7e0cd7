import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { doRemovePlayground } from './actions.ts';

export const removePlayground = chatOperation({
  method: 'DELETE',
  path: '/realm/playgrounds/:playground_id',
  since: 49,
  summary: 'Remove a playground for code',
  access: administrators,
  params: { playground_id: inPath(described(Id, 'ID of the playground to remove.')) },
  answer: {},
  async write({ tx, caller }, { playground_id }) {
    await doRemovePlayground(tx, caller, playground_id);
    return {};
  },
});
