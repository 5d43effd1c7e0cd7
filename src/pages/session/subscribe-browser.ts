import { doReadForPushes } from '../../dispatch/pushes/actions.ts';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { endpointFault } from '../../platform/push-subscriptions/access.ts';
import { doSubscribeBrowser } from '../../platform/push-subscriptions/actions.ts';
import { PushSubscription } from '../../platform/push-subscriptions/subscription.ts';
import { SessionError } from './session-errors.ts';
import { sessionOperation } from './session-operation.ts';

export const subscribeBrowser = sessionOperation({
  method: 'POST',
  path: '/push',
  summary:
    'Subscribe this browser to pushes about messages and tasks, with its PushSubscription as JSON, created with `pushKey`. It ends with the session',
  access: 'signedIn',
  body: PushSubscription,
  async serve({ services, session }, subscription) {
    if (!pushServices(services).web)
      throw new SessionError('not_found', 'This server does not send pushes to browsers.');
    const fault = await endpointFault(services, subscription.endpoint);
    if (fault !== undefined) throw new SessionError('invalid_body', fault);
    await services.database.transaction(
      async (tx) => {
        await doSubscribeBrowser(tx, services, session, subscription);
        await doReadForPushes(tx, session.personId);
      },
      { organizationId: session.organizationId },
    );
    return undefined;
  },
});
