import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { countUninvited } from './queries.ts';

/** Ours: workers of an imported fleet have no invitation yet. */
export const getUninvitedWorkers = dispatchOperation({
  method: 'GET',
  path: '/workers/invitations',
  summary: 'Get the number of workers who were never invited, such as those of an import',
  access: 'apiKey',
  answer: Type.Object({
    waiting: Type.Integer({ description: 'Number of workers in sight who were never invited.' }),
  }),
  read: async ({ reader, caller }) => ({ waiting: await countUninvited(reader, caller) }),
});
