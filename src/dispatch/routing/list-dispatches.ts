import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { listDispatchHeads } from './list-queries.ts';
import { DispatchHead, presentDispatchHead } from './present.ts';

/** Whoever looks for an older one knows its ID. */
const MOST = 64;

export const listDispatches = dispatchOperation({
  method: 'GET',
  path: '/dispatches',
  summary: 'List the 64 newest dispatches of teams in the last seven days, without their routes',
  access: 'apiKey',
  answer: Type.Object({ dispatches: Type.Array(DispatchHead, { description: 'Newest first.' }) }),
  async read({ reader, caller }) {
    return { dispatches: (await listDispatchHeads(reader, caller, MOST)).map(presentDispatchHead) };
  },
});
