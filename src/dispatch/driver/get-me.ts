import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { accessWorker } from '../workers/access.ts';
import { Worker } from '../workers/present.ts';
import { hasChosenPassword } from './access.ts';
import { presentSelf } from './own-view.ts';

export const getOwnWorker = dispatchOperation({
  method: 'GET',
  path: '/driver/me',
  summary: 'The worker who is signed in, and for whom they drive',
  access: 'worker',
  answer: Type.Object({
    worker: Worker,
    organization: Type.Object({ id: Type.String(), name: Type.String(), timezone: Type.String() }),
    mustChoosePassword: Type.Boolean(),
  }),
  errors: [1402],
  async read({ reader, caller, services }) {
    const row = await accessWorker(reader, caller.workerId);
    const { id, name, timezone } = await accessOrganization(reader);
    return {
      worker: await presentSelf(reader, row, await organizationUrl(services, caller.organizationId)),
      organization: { id, name, timezone },
      mustChoosePassword: !(await hasChosenPassword(reader, caller.workerId)),
    };
  },
});
