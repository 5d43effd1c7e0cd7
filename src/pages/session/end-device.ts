import { doEndDevice } from '../../platform/sessions/actions.ts';
import { SessionError } from './session-errors.ts';
import { sessionOperation } from './session-operation.ts';
import { checkShownAnew, ShownAnew } from './shown-anew.ts';

export const endDevice = sessionOperation({
  method: 'DELETE',
  path: '/devices/:id',
  summary: 'Sign one of your browsers out',
  access: 'signedIn',
  body: ShownAnew,
  errors: ['sign_in_anew'],
  async serve(request, { password }) {
    const { services, session, path, origin } = request;
    await checkShownAnew(request, password);
    const ended = await services.database.transaction((tx) => doEndDevice(tx, session, path.id!), { origin });
    if (!ended) throw new SessionError('not_found', 'There is no such signed-in browser.');
    return undefined;
  },
});
