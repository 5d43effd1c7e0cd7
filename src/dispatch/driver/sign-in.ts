import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationAt, organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { doReportPositions } from '../positions/actions.ts';
import { DeviceData } from '../positions/report.ts';
import { accessWorker } from '../workers/access.ts';
import { Worker } from '../workers/present.ts';
import { accessByPassword, hasChosenPassword, lockByPassword } from './access.ts';
import { doSignIn } from './actions.ts';
import { logRefusal } from './log-refusal.ts';
import { presentSelf } from './own-view.ts';

export const signInWorker = dispatchOperation({
  method: 'POST',
  path: '/driver/sign-in',
  summary: "Sign a worker's device in by phone number and password",
  access: 'anyone',
  body: Type.Object({
    phone: Type.String({ maxLength: 100, description: "The worker's phone number, in any form." }),
    password: Type.String({
      maxLength: 1000,
      description: "The worker's password, or the temporary one of the invitation.",
    }),
    userData: Type.Optional(Nullable(DeviceData, { description: 'What the device reports about itself.' })),
  }),
  answer: Type.Object({
    token: Type.String({ description: 'Token of this device. Send it as `Authorization: Bearer`.' }),
    organizationId: Type.String({ description: "ID of the worker's organization." }),
    mustChoosePassword: Type.Boolean({ description: 'The password was the temporary one of the invitation.' }),
    worker: described(Worker, 'The worker who is signed in.'),
  }),
  errors: [1402],
  async prepare({ services, address, host }, { body }) {
    const { guesses, log } = services;
    const at = await organizationAt(services, host);
    // The last digits are the same in every form of a number.
    const account = `phone ${body.phone.replaceAll(/\D/g, '').slice(-9)}`;
    const wasRight = await guesses.begin({ api: 'dispatch', account, address });
    const worker = await logRefusal(log, address, () => accessByPassword(services, { ...body, address }, at));
    await wasRight();
    return worker;
  },
  async write({ tx: plain, address, services }, { body }, found) {
    const { organization_id: organizationId, worker_id: workerId } = found;
    const tx = plain.of(organizationId);
    await logRefusal(services.log, address, () => lockByPassword(tx, found));
    const { name } = await accessWorker(tx, workerId);
    tx.audit(
      {
        organizationId,
        action: 'worker.signed_in',
        actor: { kind: 'worker', id: workerId, name },
        object: { kind: 'worker', id: workerId, name },
      },
      { event: 'sign_in', api: 'dispatch', organization: organizationId, subject: workerId, address },
    );
    const token = await doSignIn(tx, workerId, body.userData?.deviceDescription ?? '');
    await doReportPositions(tx, { organizationId, workerId, positions: [], device: body.userData ?? {} });
    return {
      token,
      organizationId,
      mustChoosePassword: !(await hasChosenPassword(tx, workerId)),
      worker: await presentSelf(tx, await accessWorker(tx, workerId), await organizationUrl(services, organizationId)),
    };
  },
});
