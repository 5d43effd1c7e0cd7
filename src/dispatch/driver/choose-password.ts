import { Type } from 'typebox';
import { hashPassword } from '../../platform/credentials/passwords.ts';
import { dispatchOperation } from '../http/operation.ts';
import { checkOwnPassword } from './access.ts';
import { doChoosePassword } from './actions.ts';
import { countFailedAttempt } from './failed-attempts.ts';

export const choosePassword = dispatchOperation({
  method: 'POST',
  path: '/driver/password',
  summary: "Choose the worker's own password; signs every device out and gives this one a new token",
  access: 'worker',
  body: Type.Object({
    currentPassword: Type.String({ maxLength: 1000 }),
    password: Type.String({ minLength: 8, maxLength: 1000 }),
  }),
  answer: Type.Object({ token: Type.String() }),
  async prepare({ services, reader, caller, address }, { body }) {
    const wasRight = countFailedAttempt(services, address, caller.workerId);
    await checkOwnPassword(reader, caller.organizationId, caller.workerId, body.currentPassword);
    wasRight();
    return hashPassword(body.password);
  },
  async write({ tx, caller }, _input, hash) {
    return { token: await doChoosePassword(tx, caller.organizationId, caller.workerId, hash) };
  },
});
