import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { ObjectId } from '../http/validate.ts';
import { doCreatePretendFleet } from './actions.ts';
import { townFor } from './town.ts';

export const createPretendFleet = dispatchOperation({
  method: 'POST',
  path: '/pretend-fleet',
  summary: 'Create a hub, a team, workers and tasks to try the console with, if there are no workers yet',
  access: 'apiKey',
  wholeSight: true,
  answer: Type.Object({
    hub: described(ObjectId, 'ID of the new hub.'),
    team: described(ObjectId, 'ID of the new team.'),
    workers: Type.Array(ObjectId, { description: 'IDs of the new workers.' }),
    tasks: Type.Array(ObjectId, { description: 'IDs of the new tasks.' }),
  }),
  errors: [1004, 1402, 2400],
  prepare: ({ reader }) => townFor(reader),
  async write({ tx, services, caller }, _input, town) {
    const publicUrl = await organizationUrl(services, caller.organizationId);
    return doCreatePretendFleet(tx, services, { caller, publicUrl }, town);
  },
});
