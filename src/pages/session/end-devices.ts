import { doEndSessionsOf } from '../../platform/sessions/actions.ts';
import { sessionOperation } from './session-operation.ts';
import { checkShownAnew, ShownAnew } from './shown-anew.ts';

export const endDevices = sessionOperation({
  method: 'DELETE',
  path: '/devices',
  summary: 'Sign all your other browsers out',
  access: 'signedIn',
  body: ShownAnew,
  errors: ['sign_in_anew'],
  async serve(request, { password }) {
    const { services, session, origin } = request;
    await checkShownAnew(request, password);
    const { organizationId, personId, credentialId } = session;
    await services.database.transaction((tx) => doEndSessionsOf(tx, organizationId, personId, credentialId), {
      origin,
    });
    return undefined;
  },
});
