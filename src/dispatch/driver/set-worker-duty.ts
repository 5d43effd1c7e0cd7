import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { presentOneWorker } from '../workers/actions.ts';
import { Worker } from '../workers/present.ts';
import { doSetDuty } from './actions.ts';

/** Ours: in the vendor's API only the worker's own device does it. */
export const setWorkerDuty = dispatchOperation({
  method: 'PUT',
  path: '/workers/:workerId/duty',
  summary: 'Put a worker on or off duty, as their own device does',
  access: 'apiKey',
  ids: ['workerId'],
  body: Type.Object({ onDuty: Type.Boolean({ description: 'True puts the worker on duty, false takes them off.' }) }),
  answer: Worker,
  errors: [1402],
  async write({ caller, tx, services }, { path, body }) {
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    const event = { publicUrl: await organizationUrl(services, caller.organizationId), by: actionContext(caller) };
    return presentOneWorker(tx, await doSetDuty(tx, worker, { ...body, at: tx.now }, event), event.publicUrl);
  },
});
