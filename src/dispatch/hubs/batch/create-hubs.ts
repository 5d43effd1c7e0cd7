import { actionContext } from '../../http/caller.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doWriteHubs } from './actions.ts';
import { HubLineResults, hubBatch, MAX_BATCH_HUBS } from './input.ts';
import { prepareHubs } from './prepare-hubs.ts';

export const createHubBatch = dispatchOperation({
  method: 'POST',
  path: '/hubs/batch',
  summary: `Create up to ${MAX_BATCH_HUBS} hubs, or update those whose names are known, each by itself. Addresses without a location are geocoded`,
  access: 'apiKey',
  wholeSight: true,
  body: hubBatch,
  answer: HubLineResults,
  prepare: (request, { body: { hubs } }) => prepareHubs(request, request.caller.organizationId, hubs),
  write: async ({ caller, tx }, { body: { onlyNew = false } }, prepared) => ({
    results: await doWriteHubs(tx, prepared, onlyNew, actionContext(caller)),
  }),
});
