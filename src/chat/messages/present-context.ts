import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { linkifiersOf } from '../linkifiers/access.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import type { PresentContext } from './present.ts';

/** What of an organization its messages show. Of kept facts: warm, it asks nothing of the database. */
export async function presentContext(
  services: Services,
  facts: FactSource,
  organizationId: string,
): Promise<PresentContext> {
  const { emptyTopicDisplayName } = await realmOf(facts, organizationId);
  return {
    host: realmHost(services),
    emptyTopicDisplayName,
    linkifiers: await linkifiersOf(facts, organizationId),
  };
}
