import { revokeCredential } from '../../platform/credentials/credentials.ts';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { findOpenSession } from './session-queries.ts';

export const endSession = sessionOperation({
  method: 'DELETE',
  base: '/api/admin',
  path: '/sessions/:sessionId',
  summary: 'Sign one browser of a person out',
  access: 'owner',
  async serve({ services, session: { organizationId, personId: by }, path, now, origin }) {
    const id = path.sessionId!;
    await services.database.transaction(
      async (tx) => {
        const open = await findOpenSession(tx, id, now);
        if (!open || !(await revokeCredential(tx, organizationId, id)))
          throw new SessionError('not_found', 'There is no such session.');
        tx.logAtCommit({ event: 'session_ended', organization: organizationId, subject: open.personId, by });
      },
      { organizationId, origin },
    );
    return undefined;
  },
});
