import { preparePlace } from '../destinations/place.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doCreateHub } from './actions.ts';
import { hubInput } from './input.ts';
import { checkMayGiveTeams } from './may-give-teams.ts';
import { Hub, presentHub } from './present.ts';

export const createHub = dispatchOperation({
  method: 'POST',
  path: '/hubs',
  summary: 'Create a hub. Without a location its address is geocoded',
  access: 'apiKey',
  body: hubInput,
  answer: Hub,
  errors: [1011, 1402],
  prepare: (request, { body }) => preparePlace(request, request.caller.organizationId, body),
  async write({ caller, tx }, { body }, place) {
    checkMayGiveTeams(caller, body, []);
    return presentHub(await doCreateHub(tx, body, place, actionContext(caller)));
  },
});
