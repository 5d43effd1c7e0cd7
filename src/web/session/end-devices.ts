import { doEndSessionsOf } from '../../platform/sessions/actions.ts';
import { sessionOperation } from './session-operation.ts';

export const endDevices = sessionOperation({
  method: 'DELETE',
  path: '/devices',
  summary: 'Sign all other browsers of this person out',
  access: 'signedIn',
  async serve({ services, session, origin }) {
    const { organizationId, personId, credentialId } = session;
    await services.database.transaction((tx) => doEndSessionsOf(tx, organizationId, personId, credentialId), {
      origin,
    });
    return undefined;
  },
});
