import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessTracked } from './access.ts';
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
    if (!row.trackingViewed) {
      const { organizationId } = row;
      await services.database.transaction((tx) => doMarkViewed(tx, row, services.publicUrl()), { organizationId });
    }
    return presentTracking(reader, services, row);
  },
});
