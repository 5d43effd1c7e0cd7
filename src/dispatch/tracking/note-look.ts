import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import type { TrackedRow } from './access.ts';
import { doMarkViewed } from './actions.ts';

/** Notes that a recipient has looked. Beside the answer, which does not need it: a database that only reads shows the page too, and the next look is noted. */
export function noteLook(services: Services, row: TrackedRow): void {
  if (row.trackingViewed) return;
  const { organizationId } = row;
  const { database, log } = services;
  database
    .transaction(async (tx) => doMarkViewed(tx, row, await organizationUrl(services, organizationId)), {
      organizationId,
    })
    .catch((error: unknown) => log.info({ err: error }, 'a view of a tracking page was not counted'));
}
