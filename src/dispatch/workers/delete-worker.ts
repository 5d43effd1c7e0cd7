import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doReleaseContainer } from '../tasks/actions.ts';
import { accessMemberships } from '../teams/access.ts';
import { checkVersion } from '../versions/check-version.ts';
import { accessWorkerForUpdate } from './access.ts';
import { checkDeletion, doDeleteWorker } from './actions.ts';

export const deleteWorkerOperation = dispatchOperation({
  method: 'DELETE',
  path: '/workers/:workerId',
  summary: 'Delete a worker who has no active task',
  access: 'apiKey',
  ids: ['workerId'],
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  async write({ caller, tx, services }, { path, ifMatch }) {
    await accessMemberships(tx);
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    await checkVersion(tx, 'worker', worker, ifMatch);
    const shown = await checkDeletion(tx, worker, await organizationUrl(services, caller.organizationId));
    await doReleaseContainer(
      tx,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      { type: 'WORKER', id: worker.id },
    );
    await doDeleteWorker(tx, shown, worker.pictureFileId, actionContext(caller));
    return undefined;
  },
});
