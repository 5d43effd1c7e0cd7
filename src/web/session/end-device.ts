import { doEndDevice } from '../../platform/sessions/actions.ts';
import { SessionError } from './session-errors.ts';
import { sessionOperation } from './session-operation.ts';

export const endDevice = sessionOperation({
  method: 'DELETE',
  path: '/devices/:id',
  summary: 'Sign one of the own browsers out',
  access: 'signedIn',
  async serve({ services, session, path, origin }) {
    const ended = await services.database.transaction((tx) => doEndDevice(tx, session, path.id!), { origin });
    if (!ended) throw new SessionError('not_found', 'There is no such browser.');
    return undefined;
  },
});
