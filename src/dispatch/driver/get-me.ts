import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { tileServerOf } from '../map/access.ts';
import { readMap } from '../map/map-file.ts';
import { pathOfMap } from '../map/serve-tiles.ts';
import { presentTileServer, TileServerAnswer } from '../map/tile-server.ts';
import { accessOrganization } from '../organization/access.ts';
import { accessWorker } from '../workers/access.ts';
import { Worker } from '../workers/present.ts';
import { hasChosenPassword } from './access.ts';
import { presentSelf } from './own-view.ts';

export const getOwnWorker = dispatchOperation({
  method: 'GET',
  path: '/driver/me',
  summary: 'Get the worker who is signed in, and their organization',
  access: 'worker',
  answer: Type.Object({
    worker: described(Worker, 'The worker who is signed in.'),
    organization: Type.Object(
      {
        id: Type.String({ description: 'ID of the organization.' }),
        name: Type.String({ description: 'Name that people see.' }),
        timezone: Type.String({ description: 'IANA time zone of the organization.' }),
      },
      { description: "The worker's organization." },
    ),
    mustChoosePassword: Type.Boolean({
      description: 'True while the worker has the temporary password of the invitation.',
    }),
    map: Nullable(
      Type.Object({
        tiles: Type.String({ description: 'Path of the file (PMTiles), which is read in parts.' }),
        minZoom: Type.Integer({ description: 'Lowest zoom of the file.' }),
        maxZoom: Type.Integer({ description: 'Highest zoom of the file.' }),
        attribution: Type.String({ description: 'Attribution that the map must show.' }),
      }),
      { description: 'Streets of this server, for a map on the phone; null if it has none.' },
    ),
    tileServer: Nullable(
      Type.Object({
        ...TileServerAnswer.properties,
        attribution: Type.String({
          description: 'Attribution that the map must show; empty: what that server states.',
        }),
      }),
      {
        description: 'Another server with streets, chosen by an owner; null if there is none, or if `map` has streets.',
      },
    ),
  }),
  errors: [1402],
  async read({ reader, caller, services }) {
    const row = await accessWorker(reader, caller.workerId);
    const { id, name, timezone } = await accessOrganization(reader);
    const map = await readMap(services);
    const server = map ? undefined : await tileServerOf(reader);
    return {
      worker: await presentSelf(reader, row, await organizationUrl(services, caller.organizationId)),
      organization: { id, name, timezone },
      mustChoosePassword: !(await hasChosenPassword(reader, caller.workerId)),
      map: map
        ? { tiles: pathOfMap(map), minZoom: map.minZoom, maxZoom: map.maxZoom, attribution: map.attribution }
        : null,
      tileServer: server ? { ...presentTileServer(server), attribution: server.attribution } : null,
    };
  },
});
