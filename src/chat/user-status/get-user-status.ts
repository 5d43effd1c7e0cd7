import { described } from '../../platform/http/described.ts';
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
  summary: "Get a person's status",
  access: anyUser,
  params: { user_id: inPath(described(Id, 'ID of the person whose status is read.')) },
  answer: { status: described(UserStatusObject, 'What the user has set.') },
  async read({ reader, services, caller, client }, { user_id }) {
    const { id } = await accessKnownUser(services.state.of(caller.organizationId), caller, user_id);
    const [status] = await loadStatuses(reader, [id]);
    return { status: status ? presentStatus(status, knowsLegacyNamesOnly(client)) : {} };
  },
});
