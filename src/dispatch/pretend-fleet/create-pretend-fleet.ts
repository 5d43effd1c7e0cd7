import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { ObjectId } from '../http/validate.ts';
import { doCreatePretendFleet } from './actions.ts';
import { townFor } from './town.ts';

export const createPretendFleet = dispatchOperation({
  method: 'POST',
  path: '/pretend-fleet',
  summary: 'Makes a hub, a team, workers and tasks to try the console with, where there are no workers yet',
  access: 'apiKey',
  wholeSight: true,
  answer: Type.Object({
    hub: ObjectId,
    team: ObjectId,
    workers: Type.Array(ObjectId),
    tasks: Type.Array(ObjectId),
  }),
  errors: [1004, 1402, 2400],
  prepare: ({ reader }) => townFor(reader),
  async write({ tx, services, caller }, _input, town) {
    const publicUrl = await organizationUrl(services, caller.organizationId);
    return doCreatePretendFleet(tx, services, { caller, publicUrl }, town);
  },
});
