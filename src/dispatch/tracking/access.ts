import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { countPublicView } from '../../platform/http/public-views.ts';
import { isLinkHostOf } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { notFound } from '../http/errors.ts';
import { findAppearance, findTracked, type TrackedRow } from './queries.ts';

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
  reader: PlainReader,
  services: Services,
  token: string,
  from: { address: string; host: string },
): Promise<TrackedRow> {
  return (await accessTrackedAt(reader, services, token, from)).row;
}

/** The same, and by whose address it is opened: the executor's, or that of whoever ordered the task, who gives it out as well. */
export async function accessTrackedAt(
  reader: PlainReader,
  services: Services,
  token: string,
  { address, host }: { address: string; host: string },
): Promise<{ row: TrackedRow; by: string }> {
  // Valid tokens count too: the pages are public.
  countPublicView(services, address, MAX_VIEWS);
  const [row] = TOKEN.test(token) ? await findTracked(reader, [token], completedAfterOf(services)) : [];
  const by = row && (await whoOpens(services, host, row));
  if (!by) throw notFound('The tracking link is invalid or has expired.');
  return { row, by };
}

/** Returns the colour that an organization has set for its pages, `#rrggbb`; null for Hubbub's own. */
export async function brandColourOf(reader: Reader): Promise<string | null> {
  return (await findAppearance(reader))?.colour ?? null;
}

/** Returns the time before which completed tasks are no longer shown. */
export function completedAfterOf({ config, clock }: Pick<Services, 'config' | 'clock'>): Date {
  return new Date(clock.now().getTime() - config.trackingHours * 3_600_000);
}

async function whoOpens(
  services: Services,
  host: string,
  { organizationId, orderedBy }: TrackedRow,
): Promise<string | undefined> {
  if (await isLinkHostOf(services, host, organizationId)) return organizationId;
  return orderedBy !== null && (await isLinkHostOf(services, host, orderedBy)) ? orderedBy : undefined;
}
