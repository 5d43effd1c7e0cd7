import { doSetTileServer } from '../../dispatch/map/actions.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const removeTileServer = sessionOperation({
  method: 'DELETE',
  base: '/api/admin',
  path: '/map/tile-server',
  summary: "Let the organization's maps ask this server only, as they do without a setting",
  access: 'owner',
  async serve({ services, origin, session: { organizationId } }) {
    await services.database.transaction((tx) => doSetTileServer(tx, undefined), { organizationId, origin });
    return undefined;
  },
});
