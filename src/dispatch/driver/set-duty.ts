import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { doReportPositions } from '../positions/actions.ts';
import { DeviceData } from '../positions/report.ts';
import { accessWorker, accessWorkerForUpdate } from '../workers/access.ts';
import { Worker } from '../workers/present.ts';
import { actionAnswer, actionFields, actionOf } from './action.ts';
import { actionTime, claimAction, doSetDuty } from './actions.ts';
import { presentSelf } from './own-view.ts';

export const setDuty = dispatchOperation({
  method: 'POST',
  path: '/driver/duty',
  summary: 'Go on or off duty',
  access: 'worker',
  body: Type.Object({ onDuty: Type.Boolean(), ...actionFields, userData: Type.Optional(Nullable(DeviceData)) }),
  answer: Type.Object({ ...Worker.properties, ...actionAnswer }),
  errors: [1402],
  async write({ tx, caller: { organizationId, workerId }, services }, { body }) {
    const publicUrl = await organizationUrl(services, organizationId);
    // Lock order: the worker before the action's row, which also locks the worker.
    const worker = await accessWorkerForUpdate(tx, organizationId, workerId);
    const { at, notice } = actionTime(tx, body.time);
    if (await claimAction(tx, organizationId, workerId, actionOf(body.actionId, 'duty', body.onDuty))) {
      await doSetDuty(tx, worker, body.onDuty, at, publicUrl);
      await doReportPositions(tx, { organizationId, workerId, positions: [], device: body.userData ?? {} });
    }
    const changed = await accessWorker(tx, organizationId, workerId);
    return { ...(await presentSelf(tx, changed, publicUrl)), ...notice };
  },
});
