import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from './access.ts';
import { OwnOrganization, presentOrganization } from './present.ts';
import { listDelegatees } from './queries.ts';

export const getOrganization = dispatchOperation({
  method: 'GET',
  path: '/organization',
  summary: "The caller's organization",
  access: 'apiKey',
  answer: OwnOrganization,
  async read({ caller, reader }) {
    const organization = await accessOrganization(reader, caller.organizationId);
    return presentOrganization(organization, await listDelegatees(reader, organization.id));
  },
});
