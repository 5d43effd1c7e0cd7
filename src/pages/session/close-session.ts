import { doEndSession } from '../../platform/sessions/actions.ts';
import { emptyCookie } from '../../platform/sessions/cookie.ts';
import { sessionOperation } from './session-operation.ts';

export const closeSession = sessionOperation({
  method: 'DELETE',
  path: '',
  summary: 'Sign this browser out',
  access: 'signedIn',
  async serve({ services, session, setCookie, origin }) {
    await services.database.transaction((tx) => doEndSession(tx, session), { origin });
    setCookie(emptyCookie(services));
    return undefined;
  },
});
