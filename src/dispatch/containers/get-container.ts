import { Type } from 'typebox';
import { accessOwnerByPath } from '../container-owners/owners.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Container, presentContainer } from './present.ts';

export const getContainer = dispatchOperation({
  method: 'GET',
  path: '/containers/:containerType/:entityId',
  summary: 'Get the container of an organization, a team or a worker',
  access: 'apiKey',
  ids: ['entityId'],
  pathParams: { containerType: Type.String({ description: '`organizations`, `teams` or `workers`.' }) },
  answer: Container,
  errors: [1402],
  async read({ reader }, { path }) {
    const owner = await accessOwnerByPath(reader, path.containerType, path.entityId!);
    return presentContainer(reader, owner);
  },
});
