import { revokeCredentialOf } from '../../platform/credentials/credentials.ts';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const revokeKey = sessionOperation({
  method: 'DELETE',
  base: '/api/admin',
  path: '/keys/:keyId',
  summary: 'Revoke a key of the dispatch API, at once and in every process',
  access: 'owner',
  async serve({ services, session: { organizationId }, path, origin }) {
    const owner = { organizationId, kind: 'dispatch', subject: null } as const;
    const isRevoked = await services.database.transaction((tx) => revokeCredentialOf(tx, owner, path.keyId!), {
      origin,
    });
    if (!isRevoked) throw new SessionError('not_found', 'There is no such active key.');
    return undefined;
  },
});
