import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { dispatchOperation } from '../http/operation.ts';
import { SentInvitation, sentInvitationOf } from '../organization/sent-invitation.ts';
import { accessWorker, findPersonIdOfWorker } from './access.ts';

/** Ours. */
export const getWorkerInvitation = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId/invitation',
  summary: 'Get the valid invitation of a worker, without its link',
  access: 'apiKey',
  ids: ['workerId'],
  answer: Type.Object({ invitation: described(SentInvitation, 'The valid invitation.') }),
  errors: [1402],
  async read({ caller: { organizationId }, reader, now }, { path }) {
    const worker = await accessWorker(reader, path.workerId!);
    const personId = await findPersonIdOfWorker(reader, worker.id);
    const person = personId === null ? undefined : await loadPerson(reader, organizationId, personId);
    // A worker who has verified the number has joined: there is nothing to revoke.
    if (person?.phoneVerifiedAt) return { invitation: null };
    return { invitation: await sentInvitationOf(reader, personId, now) };
  },
});
