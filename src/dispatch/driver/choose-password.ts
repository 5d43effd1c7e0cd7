import { Type } from 'typebox';
import { passwordProblem } from '../../platform/credentials/password-rule.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { nameOfWorker } from '../workers/access.ts';
import { checkOwnPassword } from './access.ts';
import { doChoosePassword } from './actions.ts';
import { logRefusal } from './log-refusal.ts';

export const choosePassword = dispatchOperation({
  method: 'POST',
  path: '/driver/password',
  summary: "Choose the worker's own password. Every device is signed out, and this one gets a new token",
  access: 'worker',
  body: Type.Object({
    currentPassword: Type.String({ maxLength: 1000, description: 'Password with which the worker signed in.' }),
    password: Type.String({ description: 'New password: 10 to 1000 characters. Common passwords are refused.' }),
  }),
  answer: Type.Object({ token: Type.String({ description: 'New token of this device.' }) }),
  async prepare({ services, caller, address }, { body }) {
    const { organizationId, workerId } = caller;
    const { reader } = services.database;
    const names = await Promise.all([
      findOrganization(reader, organizationId).then((organization) => organization!.name),
      nameOfWorker(reader.of(organizationId), workerId).then((name) => name ?? ''),
    ]);
    const problem = passwordProblem(body.password, names);
    if (problem) throw invalidValue(`password ${problem}.`);
    const account = `worker ${workerId}`;
    const wasRight = await services.guesses.begin({ api: 'dispatch', account, address });
    const own = await logRefusal(services.log, address, () =>
      checkOwnPassword(services, organizationId, workerId, body.currentPassword),
    );
    await wasRight();
    return { ...own, after: await hashPassword(services, { organizationId, person: workerId }, body.password) };
  },
  async write({ tx, caller }, _input, change) {
    return { token: await doChoosePassword(tx, caller.workerId, change) };
  },
});
