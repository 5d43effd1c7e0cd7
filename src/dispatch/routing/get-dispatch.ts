import { dispatchOperation } from '../http/operation.ts';
import { accessDispatch } from './access.ts';
import { Dispatch, presentDispatch } from './present.ts';

export const getDispatch = dispatchOperation({
  method: 'GET',
  path: '/dispatches/:dispatchId',
  summary: "Get a team's dispatch: its progress, its plan and its result. It is available for seven days",
  access: 'apiKey',
  ids: ['dispatchId'],
  answer: Dispatch,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentDispatch(await accessDispatch(reader, path.dispatchId!));
  },
});
