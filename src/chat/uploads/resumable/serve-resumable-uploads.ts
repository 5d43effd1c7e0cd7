import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadQuota } from '../../../platform/files/files.ts';
import type { ResumableIntake } from '../../../platform/files/resumable/resumable-upload.ts';
import { serveResumable } from '../../../platform/files/resumable/serve-resumable.ts';
import { BadFileName, shownFileName } from '../../../platform/files/safe-name.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Services } from '../../../platform/services.ts';
import { successBody } from '../../http/answer.ts';
import { type Authenticate, authenticateCounting } from '../../http/authorize.ts';
import type { ChatCaller } from '../../http/caller.ts';
import { bodyOf, sendError } from '../../http/error-answers.ts';
import { badRequest, ChatError, rateLimitHit } from '../../http/errors.ts';
import { doCreateAttachment } from '../actions.ts';
import { uploadAddress } from '../attachment.ts';
import { quotaRefusal, takeUpload } from '../take-upload.ts';

/**
 * Large files in parts. The last answer says where the upload lies, as `POST /user_uploads` does.
 * client: its path is where uploaders of the web look for it.
 */
export async function serveResumableUploads(
  app: FastifyInstance,
  { services, authenticate }: { services: Services; authenticate: Authenticate },
): Promise<void> {
  const { config } = services;
  const limiter = createRateLimiter(app, { limit: config.chatRequestsPerMinute, windowMs: 60_000 });
  app.setErrorHandler((error: Error, request, reply) => sendError(config, error, request, reply));
  const authorize = (request: FastifyRequest) => authenticateCounting(services, authenticate, request, false);
  serveResumable(app, services, {
    path: '/api/v1/tus',
    limitMib: config.resumableUploadLimitMib,
    async admit(request) {
      const { caller } = await authorize(request);
      if (config.rateLimits) {
        const { exceeded, resetSeconds } = await limiter(request, `${caller.organizationId} ${caller.userId}`);
        if (exceeded) throw rateLimitHit(resetSeconds);
      }
      return intakeOf(services, caller, async () => void (await authorize(request)));
    },
    errorBody: (_status, text) => bodyOf(badRequest(text)),
  });
}

function intakeOf(services: Services, caller: ChatCaller, checkCaller: () => Promise<void>): ResumableIntake {
  const { organizationId, userId } = caller;
  return {
    organizationId,
    owner: `user ${userId}`,
    checkMetadata: (metadata) => void nameIn(metadata),
    checkCaller,
    take: (file, { metadata, size }, finish) =>
      takeUpload(
        services,
        caller,
        file,
        nameIn(metadata),
        (taken) =>
          services.database.transaction(
            async (tx) => {
              // Locks are taken in the order of whatever else makes an upload: the log first.
              await tx.position();
              await finish(tx, taken.pathId);
              await doCreateAttachment(tx, taken, uploadQuota(services));
            },
            { organizationId, takesLog: true },
          ),
        size,
      ),
    present({ result, metadata }) {
      const url = uploadAddress(result!);
      return successBody({ uri: url, url, filename: nameIn(metadata) }, []);
    },
    refuse: badRequest,
    refuseQuota: quotaRefusal,
    // A temporarily refused upload is kept: its last part is sent again.
    isFinal: (error) => error instanceof ChatError && error.code !== 'SERVICE_UNAVAILABLE',
  };
}

/** client: uploaders call it `filename`, and most also `name`. */
function nameIn({ filename, name }: Record<string, string | null>): string {
  try {
    return shownFileName(filename ?? name ?? '');
  } catch (error) {
    throw error instanceof BadFileName ? badRequest(error.message) : error;
  }
}
