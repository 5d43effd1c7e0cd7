import type { Static } from 'typebox';
import type { PlainTx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { deleteSubscription, keepNewestSubscriptions, saveSubscription } from './queries.ts';
import { endpointHashOf, type PushSubscription, type SubscriptionHolder } from './subscription.ts';

/** Browsers of one person, or devices of one worker, that are told. */
const MAX_SUBSCRIPTIONS = 10;

/** Has a browser told, as long as its session or token holds. */
export async function doSubscribeBrowser(
  tx: PlainTx,
  { secrets }: Pick<Services, 'secrets'>,
  { organizationId, credentialId }: SubscriptionHolder,
  { endpoint, keys: { p256dh, auth } }: Static<typeof PushSubscription>,
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify({ endpoint, keys: { p256dh, auth } }));
  const holder = { organizationId, credentialId };
  await saveSubscription(tx, { ...holder, endpointHash: endpointHashOf(endpoint), sealed });
  await keepNewestSubscriptions(tx, holder, MAX_SUBSCRIPTIONS);
}

/** Has a browser told no more. */
export function doUnsubscribeBrowser(
  tx: PlainTx,
  { organizationId, credentialId }: SubscriptionHolder,
  endpoint: string,
): Promise<void> {
  return deleteSubscription(tx, { organizationId, credentialId, endpointHash: endpointHashOf(endpoint) });
}

/** Forgets a browser that is gone, as its push service says. */
export const doForgetSubscription = deleteSubscription;
