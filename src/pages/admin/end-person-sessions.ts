import { doEndSessionsOf } from '../../platform/sessions/actions.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { accessManagedPerson } from './access.ts';

export const endPersonSessions = sessionOperation({
  method: 'DELETE',
  base: '/api/admin',
  path: '/people/:personId/sessions',
  summary: 'Sign a person out of all browsers; for yourself, of all other browsers',
  access: 'administrator',
  async serve(request) {
    const { services, session, path, origin } = request;
    await services.database.transaction(
      async (tx) => {
        const { id } = await accessManagedPerson(tx, request, path.personId!);
        const except = id === session.personId ? session.credentialId : undefined;
        await doEndSessionsOf(tx, session.organizationId, id, except);
        const { organizationId: organization, personId: by } = session;
        tx.logAtCommit({ event: 'sessions_ended', organization, subject: id, by });
      },
      { origin },
    );
    return undefined;
  },
});
