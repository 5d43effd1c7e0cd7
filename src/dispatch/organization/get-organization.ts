import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from './access.ts';
import { OwnOrganization, presentOrganization } from './present.ts';
import { listDelegatees } from './queries.ts';

export const getOrganization = dispatchOperation({
  method: 'GET',
  path: '/organization',
  summary: 'Get your organization',
  access: 'apiKey',
  answer: OwnOrganization,
  async read({ reader }) {
    const organization = await accessOrganization(reader);
    return presentOrganization(organization, await listDelegatees(reader));
  },
});
