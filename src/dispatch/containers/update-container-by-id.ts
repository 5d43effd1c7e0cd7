import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { accessOwnerById } from '../container-owners/owners.ts';
import { dispatchOperation } from '../http/operation.ts';
import { containerUpdate, doUpdateContainer, MovedContainer } from './update-container.ts';

// client: pyonfleet's containers.update knows a container by its own ID.
export const updateContainerById = dispatchOperation({
  method: 'PUT',
  path: '/containers/:containerId',
  summary: "Insert tasks into a container, known by its own ID, or replace a worker's list",
  access: 'apiKey',
  ids: ['containerId'],
  body: containerUpdate,
  answer: MovedContainer,
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  async write({ tx, caller, services }, { path, body, ifMatch }) {
    const owner = await accessOwnerById(tx, path.containerId!);
    return doUpdateContainer(
      tx,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      owner,
      body,
      ifMatch,
    );
  },
});
