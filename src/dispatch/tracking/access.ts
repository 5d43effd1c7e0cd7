import type { Reader } from '../../platform/db/reader.ts';
import { countPublicView } from '../../platform/http/public-views.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { notFound } from '../http/errors.ts';
import { findTracked, type TrackedRow } from './queries.ts';

export type { TrackedRow };

/** Views of tracking pages from one address in a minute: more than a household needs. */
const MAX_VIEWS = 120;
const TOKEN = /^[0-9a-f]{32}$/;

/**
 * The task that a token opens.
 * @throws {DispatchError} 1402 for a token that opens nothing, or nothing any more
 * @throws {TooManyGuesses} when too many looks come from the address
 */
export async function accessTracked(
  reader: Reader,
  services: Services,
  token: string,
  { address, host }: { address: string; host: string },
): Promise<TrackedRow> {
  // Valid tokens count too: the pages are public.
  countPublicView(services, address, MAX_VIEWS);
  const [row] = TOKEN.test(token) ? await findTracked(reader, [token], completedAfterOf(services)) : [];
  if (!row || !(await opensAt(services, host, row)))
    throw notFound('There is nothing to follow here, or not any more.');
  return row;
}

/** What was completed before is not shown any more. */
export function completedAfterOf({ config, clock }: Pick<Services, 'config' | 'clock'>): Date {
  return new Date(clock.now().getTime() - config.trackingHours * 3_600_000);
}

/** Whoever ordered a task gives out its address as well. */
async function opensAt(services: Services, host: string, row: TrackedRow): Promise<boolean> {
  if (await isLinkHostOf(services, host, row.organizationId)) return true;
  return row.orderedBy !== null && isLinkHostOf(services, host, row.orderedBy);
}
