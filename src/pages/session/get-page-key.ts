import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { loadSessions } from '../../platform/sessions/access.ts';
import { sessionOperation } from './session-operation.ts';

/** Purpose for which a person's key is derived. */
const PURPOSE = 'page storage';

export const getPageKey = sessionOperation({
  method: 'GET',
  path: '/storage-key',
  summary:
    'The key with which a page seals what it keeps in the browser, 32 bytes as base64url: the same for each session of the person as long as the server keeps the key it comes from; null on a shared device, where nothing is kept',
  access: 'signedIn',
  answer: Type.Object({ key: Nullable(Type.String()) }),
  async serve({ services, session, now }) {
    const { organizationId, personId, credentialId } = session;
    const own = await loadSessions(services.database.reader, session, now);
    if (own.find(({ id }) => id === credentialId)?.isShared) return { key: null };
    return { key: services.secrets.derive(PURPOSE, `${organizationId} ${personId}`) };
  },
});
