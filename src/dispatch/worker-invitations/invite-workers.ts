import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doInviteUninvited, MAX_TOGETHER, newTemporaryPasswords } from './actions.ts';
import { countUninvited } from './queries.ts';

/** Ours: workers of an imported fleet have no invitation yet. */
export const inviteWorkers = dispatchOperation({
  method: 'POST',
  path: '/workers/invitations',
  summary: `Send an invitation by SMS to up to ${MAX_TOGETHER} workers who were never invited, oldest first. Repeat it until \`waiting\` is 0`,
  access: 'apiKey',
  answer: Type.Object({
    invited: Type.Integer({ description: 'Number of workers that this request invited.' }),
    waiting: Type.Integer({ description: 'Number of workers in sight who were never invited.' }),
  }),
  async prepare({ services, caller, reader }) {
    return newTemporaryPasswords(services, caller, Math.min(await countUninvited(reader, caller), MAX_TOGETHER));
  },
  async write({ caller, tx, services }, _input, secrets) {
    const publicUrl = await organizationUrl(services, caller.organizationId);
    const invited = await doInviteUninvited(tx, caller, secrets, publicUrl);
    return { invited, waiting: await countUninvited(tx, caller) };
  },
});
