import { doSetTileServer } from '../../dispatch/map/actions.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const removeTileServer = sessionOperation({
  method: 'DELETE',
  base: '/api/admin',
  path: '/map/tile-server',
  summary: "Remove the tile server: the organization's maps use this server only, the default",
  access: 'owner',
  async serve({ services, origin, session: { organizationId } }) {
    await services.database.transaction((tx) => doSetTileServer(tx, undefined), { organizationId, origin });
    return undefined;
  },
});
