import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { unseenAmong } from '../sight/access.ts';
import { accessMemberships } from '../teams/access.ts';
import { checkVersion } from '../versions/check-version.ts';
import { accessWorkerForUpdate } from './access.ts';
import { doUpdateWorker, presentOneWorker } from './actions.ts';
import { workerUpdate } from './input.ts';
import { Worker } from './present.ts';

export const updateWorkerOperation = dispatchOperation({
  method: 'PUT',
  path: '/workers/:workerId',
  summary: 'Change the given fields of a worker',
  access: 'apiKey',
  ids: ['workerId'],
  body: workerUpdate,
  answer: Worker,
  errors: [1402, 2401],
  takesIfMatch: true,
  async write({ caller, tx, services }, { path, body, ifMatch }) {
    if (body.teams) await accessMemberships(tx);
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    await checkVersion(tx, 'worker', worker, ifMatch);
    const event = { publicUrl: await organizationUrl(services, caller.organizationId), by: actionContext(caller) };
    // A manager of some teams decides about these; the worker stays in the others.
    const change = body.teams
      ? { ...body, teams: [...body.teams, ...(await unseenAmong(tx, caller, worker.teams))] }
      : body;
    return presentOneWorker(tx, await doUpdateWorker(tx, worker, change, event), event.publicUrl);
  },
});
