import { preparePlace } from '../destinations/place.ts';
import { cleanAddress } from '../geocoding/address.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessMemberships } from '../teams/access.ts';
import { checkVersion } from '../versions/check-version.ts';
import { accessHub, accessHubForUpdate } from './access.ts';
import { doUpdateHub } from './actions.ts';
import { hubUpdate } from './input.ts';
import { checkMayGiveTeams } from './may-give-teams.ts';
import { Hub, presentHub } from './present.ts';

export const updateHubOperation = dispatchOperation({
  method: 'PUT',
  path: '/hubs/:hubId',
  summary: 'Change the given fields of a hub. A new address without a location is geocoded',
  access: 'apiKey',
  ids: ['hubId'],
  body: hubUpdate,
  answer: Hub,
  errors: [1011, 1402, 2401],
  takesIfMatch: true,
  async prepare(request, { path, body }) {
    const { organizationId } = request.caller;
    const hub = await accessHub(request.reader, path.hubId!);
    const { location, options } = body;
    // client: gonfleet writes an address that was not set with all its parts empty.
    const isGiven = body.address && Object.keys(cleanAddress(body.address)).length > 0;
    const address = isGiven ? body.address : location ? hub.address : undefined;
    return address ? preparePlace(request, organizationId, { address, location, options }) : undefined;
  },
  async write({ caller, tx }, { path, body, ifMatch }, place) {
    if (body.teams || body.team) await accessMemberships(tx);
    const hub = await accessHubForUpdate(tx, path.hubId!);
    await checkVersion(tx, 'hub', hub, ifMatch);
    const changes = checkMayGiveTeams(caller, body, hub.teams);
    return presentHub(await doUpdateHub(tx, hub, changes, place, actionContext(caller)));
  },
});
