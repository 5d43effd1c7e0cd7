import type { Reader } from '../../../platform/db/reader.ts';
import type { Services } from '../../../platform/services.ts';
import { preparePlace } from '../../destinations/place.ts';
import type { FoundPlace } from '../../geocoding/found-place.ts';
import { itemErrorOf } from '../../http/item-error.ts';
import { readBody } from '../../http/validate.ts';
import { type HubLineResult, type ListedHub, listedHub } from './input.ts';

/** Addresses that are looked up at a time. */
const AT_ONCE = 8;

/** A hub with the place that was found for it, or why it is refused. */
export type PreparedHub = { hub: ListedHub; place: FoundPlace } | { error: NonNullable<HubLineResult['error']> };

/** Checks the hubs of a batch and looks their addresses up, before the transaction. */
export async function prepareHubs(
  context: { services: Services; reader: Reader },
  organizationId: string,
  hubs: readonly unknown[],
): Promise<PreparedHub[]> {
  const prepared: PreparedHub[] = new Array(hubs.length);
  const waiting = hubs.entries();
  const work = async () => {
    for (const [index, given] of waiting) prepared[index] = await prepareHub(context, organizationId, given);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return prepared;
}

async function prepareHub(
  context: { services: Services; reader: Reader },
  organizationId: string,
  given: unknown,
): Promise<PreparedHub> {
  try {
    const hub = readBody(listedHub, given);
    return { hub, place: await preparePlace(context, organizationId, hub) };
  } catch (error) {
    return { error: itemErrorOf(error) };
  }
}
