import { Type } from 'typebox';
import type { Services } from '../../platform/services.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTracked, type TrackedRow } from './access.ts';
import { doMarkViewed } from './actions.ts';
import { presentTracking, Tracking } from './present.ts';

export const getTracking = dispatchOperation({
  method: 'GET',
  path: '/tracking/:token',
  summary: "What a task's recipient may see, for whoever has the token of its trackingURL",
  access: 'anyone',
  pathParams: { token: Type.String() },
  answer: Tracking,
  errors: [1402],
  async read({ reader, services, address }, { path }) {
    const row = await accessTracked(reader, services, path.token, address);
    const shown = await presentTracking(reader, services, row);
    if (!row.trackingViewed) noteLook(services, row);
    return shown;
  },
});

/** Beside the answer, which does not need it: a database that only reads shows the page too, and the next look is noted. */
function noteLook({ database, log, publicUrl }: Services, row: TrackedRow): void {
  const { organizationId } = row;
  database
    .transaction((tx) => doMarkViewed(tx, row, publicUrl()), { organizationId })
    .catch((error: unknown) => log.info({ err: error }, 'a look at a tracking page was not noted'));
}
