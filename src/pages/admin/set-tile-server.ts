import { Type } from 'typebox';
import {
  MAX_TILE_ADDRESS,
  readTileAddress,
  TILE_KEY,
  TILE_SCHEMAS,
  TILE_SERVICES,
  type TileAddressProblem,
} from '../../../rules/tile-address.ts';
import { doSetTileServer } from '../../dispatch/map/actions.ts';
import { knownTileServer, presentTileServer, TileServerAnswer } from '../../dispatch/map/tile-server.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { SessionError } from '../session/session-errors.ts';
import { type SessionRequest, sessionOperation } from '../session/session-operation.ts';

const PROBLEMS: Readonly<Record<TileAddressProblem, string>> = {
  unreadable: '`address` is not a URL.',
  insecure: '`address` must begin with https:.',
  host: '`address` must name one host, without wildcards or IP numbers.',
  credentials: '`address` must not contain a user name or a password.',
  placeholders: '`address` must have each of {z}, {x} and {y} once, or none.',
  tooLong: `\`address\` has at most ${MAX_TILE_ADDRESS} characters.`,
};

/**
 * Each viewer of a map asks that server, so this is for owners. Which pages may, `static/` and `tracking/` say in their
 * policy.
 */
export const setTileServer = sessionOperation({
  method: 'PUT',
  base: '/api/admin',
  path: '/map/tile-server',
  summary: "Set a tile server for the streets on the organization's maps; each viewer's browser requests it",
  access: 'owner',
  body: Type.Object({
    service: Type.Enum([...TILE_SERVICES], {
      description: 'A known service, or `own` with `address` and `schema`.',
    }),
    key: Type.Optional(
      Type.String({
        pattern: TILE_KEY.source,
        description: 'Key of `protomaps` or `maptiler`: browsers send it with each request, so viewers can read it.',
      }),
    ),
    address: Type.Optional(
      Type.String({
        maxLength: MAX_TILE_ADDRESS,
        description: 'A TileJSON document, a `.pmtiles` file or a template with {z}, {x} and {y}.',
      }),
    ),
    schema: Type.Optional(Type.Enum([...TILE_SCHEMAS], { description: 'Schema of the tiles of `own`.' })),
    attribution: Type.Optional(
      Type.String({ maxLength: 200, description: 'Attribution on the map, for `own`; empty: what the server states.' }),
    ),
  }),
  answer: TileServerAnswer,
  async serve(request, body) {
    const { services, origin, session } = request;
    const server = await serverOf(request, body);
    const { organizationId } = session;
    await services.database.transaction((tx) => doSetTileServer(tx, server), { organizationId, origin });
    return presentTileServer(server);
  },
});

interface Given {
  service: (typeof TILE_SERVICES)[number];
  key?: string;
  address?: string;
  schema?: (typeof TILE_SCHEMAS)[number];
  attribution?: string;
}

/** @throws {SessionError} `invalid_body` */
async function serverOf({ services, session }: Pick<SessionRequest, 'services' | 'session'>, given: Given) {
  const { service, key = '', address = '', schema = 'protomaps', attribution = '' } = given;
  if (service !== 'own') {
    if (service !== 'openfreemap' && key === '') throw new SessionError('invalid_body', '`key` is missing.');
    return knownTileServer(service, key);
  }
  const { protocol, hostname } = new URL(await organizationUrl(services, session.organizationId));
  const isTried = protocol === 'http:' && (hostname === '127.0.0.1' || /(?:^|\.)localhost$/.test(hostname));
  const read = readTileAddress(address, isTried);
  if ('problem' in read) throw new SessionError('invalid_body', PROBLEMS[read.problem]);
  return { service, address: read.address, schema, attribution: attribution.trim() };
}
