import { dispatchOperation } from '../http/operation.ts';
import { accessDispatch } from './access.ts';
import { Dispatch, presentDispatch } from './present.ts';

export const getDispatch = dispatchOperation({
  method: 'GET',
  path: '/dispatches/:dispatchId',
  summary:
    "A team's dispatch: how far it is (`progress` while routes are looked for), its plan with what that saves, and what became of it; kept for seven days",
  access: 'apiKey',
  ids: ['dispatchId'],
  answer: Dispatch,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentDispatch(await accessDispatch(reader, path.dispatchId!));
  },
});
