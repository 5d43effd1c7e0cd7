import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doCreateDestination } from './actions.ts';
import { destinationInput } from './destination-input.ts';
import { preparePlace } from './place.ts';
import { Destination, presentDestination } from './present.ts';

export const createDestination = dispatchOperation({
  method: 'POST',
  path: '/destinations',
  summary: 'Create a destination. Without a location its address is geocoded',
  access: 'apiKey',
  body: destinationInput,
  answer: Destination,
  errors: [1011],
  prepare: (request, { body }) => preparePlace(request, request.caller.organizationId, body),
  async write({ tx, caller }, { body }, place) {
    return presentDestination(await doCreateDestination(tx, body, place, actionContext(caller)));
  },
});
