import { dispatchOperation } from '../../http/operation.ts';
import { checkHubs } from './actions.ts';
import { HubLineResults, hubBatchCheck, MAX_BATCH_HUBS } from './input.ts';
import { prepareHubs } from './prepare-hubs.ts';

export const checkHubBatch = dispatchOperation({
  method: 'POST',
  path: '/hubs/batch/check',
  summary: `Check up to ${MAX_BATCH_HUBS} hubs as \`POST /hubs/batch\` would. Nothing is written`,
  access: 'apiKey',
  wholeSight: true,
  body: hubBatchCheck,
  answer: HubLineResults,
  onlyReads: () => true,
  prepare: (request, { body: { hubs } }) => prepareHubs(request, request.caller.organizationId, hubs),
  write: async ({ tx }, { body: { onlyNew = false, earlier } }, prepared) => ({
    results: await checkHubs(tx, prepared, onlyNew, earlier),
  }),
});
