import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { doUnsubscribeBrowser } from '../../platform/push-subscriptions/actions.ts';
import { PushEndpoint } from '../../platform/push-subscriptions/subscription.ts';
import { sessionOperation } from './session-operation.ts';

export const unsubscribeBrowser = sessionOperation({
  method: 'DELETE',
  path: '/push',
  summary: 'Stop pushes to this browser',
  access: 'signedIn',
  body: Type.Object({ endpoint: described(PushEndpoint, 'Address that the browser gave for its pushes.') }),
  async serve({ services, session }, { endpoint }) {
    await services.database.transaction((tx) => doUnsubscribeBrowser(tx, session, endpoint));
    return undefined;
  },
});
