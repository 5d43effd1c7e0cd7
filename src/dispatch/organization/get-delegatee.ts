import { dispatchOperation } from '../http/operation.ts';
import { accessDelegatee } from './access.ts';
import { Delegatee, presentDelegatee } from './present.ts';

export const getDelegatee = dispatchOperation({
  method: 'GET',
  path: '/organizations/:organizationId',
  summary: 'Get an organization that executes tasks for yours',
  access: 'apiKey',
  ids: ['organizationId'],
  answer: Delegatee,
  errors: [1402],
  async read({ reader }, { path }) {
    const { organization, isFulfillment } = await accessDelegatee(reader, path.organizationId!);
    return presentDelegatee(organization, isFulfillment);
  },
});
