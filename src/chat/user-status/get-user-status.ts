import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath } from '../http/params.ts';
import { knowsLegacyNamesOnly } from '../reading/message-variant.ts';
import { accessKnownUser } from '../users/access.ts';
import { loadStatuses } from './queries.ts';
import { presentStatus, UserStatusObject } from './user-status.ts';

export const getUserStatus = chatOperation({
  method: 'GET',
  path: '/users/:user_id/status',
  summary: "A person's status",
  access: anyUser,
  params: { user_id: inPath(Id) },
  answer: { status: UserStatusObject },
  async read({ reader, services, caller, client }, { user_id }) {
    const { id } = await accessKnownUser(services.state.of(caller.organizationId), caller, user_id);
    const [status] = await loadStatuses(reader, [id]);
    return { status: status ? presentStatus(status, knowsLegacyNamesOnly(client)) : {} };
  },
});
