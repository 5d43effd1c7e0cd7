import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { accessUserById } from '../users/access.ts';
import { doUpdateStatus } from './actions.ts';
import { readStatusChanges, statusParams } from './status-params.ts';

export const updateUserStatus = chatOperation({
  method: 'POST',
  path: '/users/:user_id/status',
  summary: "Change another person's status",
  access: administrators,
  params: { user_id: inPath(described(Id, 'ID of the user whose status changes.')), ...statusParams },
  answer: {},
  async write({ tx, caller }, { user_id, ...given }) {
    if (Object.values(given).every((value) => value === undefined))
      throw badRequest('Client did not pass any new values.');
    const { organizationId } = caller;
    await tx.position();
    const user = await accessUserById(uncachedFacts(tx), user_id);
    if (!user.isActive) throw badRequest('User is deactivated');
    await doUpdateStatus(tx, user.id, await readStatusChanges(tx, given));
    const object = { kind: 'person', id: String(user.id), name: user.fullName };
    tx.audit({ organizationId, action: 'person.status_changed', object });
    return {};
  },
});
