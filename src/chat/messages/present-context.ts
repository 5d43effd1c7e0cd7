import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { linkifiersOf } from '../linkifiers/access.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import type { PresentContext } from './present.ts';

/** Loads the organization's part of a message's JSON. It is made of kept facts: warm, no query is needed. */
export async function presentContext(services: Services, facts: FactSource): Promise<PresentContext> {
  const { emptyTopicDisplayName } = await realmOf(facts);
  return {
    host: realmHost(services),
    emptyTopicDisplayName,
    linkifiers: await linkifiersOf(facts),
  };
}
