import { checkDestination, OutgoingRequestError } from '../http-client/request.ts';
import type { WebPushSubscription } from '../outbound/push/web-push.ts';
import type { Services } from '../services.ts';
import { listSubscriptions } from './queries.ts';
import type { SubscriptionHolder, SubscriptionOwner } from './subscription.ts';

/** A browser that pushes go to. */
export interface BrowserTarget extends SubscriptionHolder {
  endpointHash: Buffer;
  subscription: WebPushSubscription;
}

/** Every browser of some owners that is still signed in. */
export async function browserTargets(
  { database, secrets, clock }: Services,
  organizationId: string,
  owners: readonly SubscriptionOwner[],
): Promise<BrowserTarget[]> {
  const rows = await listSubscriptions(database.reader, organizationId, owners, clock.now());
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    subscription: JSON.parse(secrets.open(sealed)) as WebPushSubscription,
  }));
}

/** Why pushes cannot go to an address, in a sentence: it must be a public host, reached by HTTPS. */
export async function endpointFault(
  { config }: Pick<Services, 'config'>,
  endpoint: string,
): Promise<string | undefined> {
  if (!URL.canParse(endpoint)) return 'endpoint must be a URL.';
  try {
    const { webhookAllowInsecure: allowInsecure, outgoingHosts: hosts } = config;
    await checkDestination(new URL(endpoint), { allowInsecure, hosts });
    return undefined;
  } catch (error) {
    if (error instanceof OutgoingRequestError) return error.message;
    throw error;
  }
}
