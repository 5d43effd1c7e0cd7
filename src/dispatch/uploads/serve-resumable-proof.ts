import type { FastifyInstance } from 'fastify';
import type { ResumableIntake } from '../../platform/files/resumable/resumable-upload.ts';
import { serveResumable } from '../../platform/files/resumable/serve-resumable.ts';
import { newObjectId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { createAuthorize, type PeopleLookups } from '../http/authorize.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { bodyOf, sendError } from '../http/error-answers.ts';
import { DispatchError, type DispatchErrorNumber, dispatchErrors, invalidValue } from '../http/errors.ts';
import { doStoreUpload } from './actions.ts';
import { PROOF_LIMIT_MIB, receivePicture } from './received-picture.ts';
import { noRoomLeft } from './staged-file.ts';

/** Statuses of the protocol and this API's error numbers; everything else is an invalid value. */
const NUMBERS: Partial<Record<number, DispatchErrorNumber>> = { 404: 1402, 413: 1500 };

/**
 * Pictures of deliveries in parts, for devices whose connection breaks. The last answer is that of `POST /uploads`.
 */
export async function serveResumableProof(
  app: FastifyInstance,
  { services, ...people }: { services: Services } & PeopleLookups,
): Promise<void> {
  const { authorize } = createAuthorize(app, services, people);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.setErrorHandler((error: Error, request, reply) => sendError(services.config, error, request, reply));
  serveResumable(app, services, {
    path: '/api/v2/tus',
    limitMib: PROOF_LIMIT_MIB,
    async admit(request, reply) {
      const check = async () => (await authorize({ access: 'worker', transport: {} }, request, reply)) as WorkerCaller;
      return intakeOf(services, await check(), async () => void (await check()));
    },
    errorBody: (status, text, request) => bodyOf(new DispatchError(NUMBERS[status] ?? 1000, text), request.id),
  });
}

function intakeOf(
  services: Services,
  { organizationId, workerId }: WorkerCaller,
  checkCaller: () => Promise<void>,
): ResumableIntake {
  return {
    organizationId,
    owner: `worker ${workerId}`,
    // The bytes of a picture show its type, and nobody sees its name.
    checkMetadata: () => undefined,
    checkCaller,
    async take(file, _upload, finish) {
      await using picture = await receivePicture(services, organizationId, file);
      const id = newObjectId();
      await services.database.transaction(
        async (tx) => {
          await finish(tx, id);
          await doStoreUpload(tx, { organizationId, id, workerId }, picture);
        },
        { organizationId },
      );
    },
    present: ({ result }) => JSON.stringify({ uploadId: result }),
    refuse: invalidValue,
    refuseQuota: noRoomLeft,
    isFinal(error) {
      if (!(error instanceof DispatchError)) return false;
      const { status } = dispatchErrors[error.number];
      return status < 500 && status !== 429;
    },
  };
}
