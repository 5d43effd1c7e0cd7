import { Type } from 'typebox';
import { missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { workerAtPosition } from '../workers/access.ts';
import { presentWorkers, Worker } from '../workers/present.ts';
import { onDutyWithin } from './access.ts';

/** A worker is responding while the device was heard of this lately. */
const RESPONDING_MS = 5 * 60_000;

const NearWorker = Type.Object({ ...Worker.properties, isResponding: Type.Boolean() });

export const findWorkersByLocation = dispatchOperation({
  method: 'GET',
  path: '/workers/location',
  summary: 'On-duty workers in an area, nearest first',
  access: 'apiKey',
  query: {
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    radius: Type.Number({ minimum: 0, maximum: 10_000, default: 1000, description: 'metres' }),
  },
  answer: Type.Object({ workers: Type.Array(NearWorker) }),
  async read({ reader, caller, now }, { query }) {
    const { longitude, latitude, radius = 1000 } = query;
    if (longitude === undefined) throw missing('longitude is required.');
    if (latitude === undefined) throw missing('latitude is required.');
    const near = await onDutyWithin(reader, caller.organizationId, [longitude, latitude], radius, workerAtPosition);
    const workers = await presentWorkers(reader, near);
    return {
      workers: workers.map((worker, index) => ({
        ...worker,
        location: near[index]!.location,
        isResponding: now.getTime() - (worker.timeLastSeen ?? 0) <= RESPONDING_MS,
      })),
    };
  },
});
