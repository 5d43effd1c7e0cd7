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
    'Get the key that seals what pages store in the browser, 32 bytes as base64url. All sessions of a person get the same key; a session on a shared device gets null: nothing is stored there',
  access: 'signedIn',
  answer: Type.Object({
    key: Nullable(Type.String(), { description: '32 bytes as base64url; null on a shared device.' }),
  }),
  async serve({ services, session, now }) {
    const { organizationId, personId, credentialId } = session;
    const own = await loadSessions(services.database.reader, session, now);
    // A session that has ended since the request was authorized may be one of a shared device.
    if (own.find(({ id }) => id === credentialId)?.isShared ?? true) return { key: null };
    return { key: services.secrets.derive(PURPOSE, `${organizationId} ${personId}`) };
  },
});
