import type { FastifyInstance, FastifyRequest } from 'fastify';
import { discardObjects, doStoreFile, ORIGINAL, storeObjects, uploadQuota } from '../../platform/files/files.ts';
import type { ResumableIntake } from '../../platform/files/resumable/resumable-upload.ts';
import { serveResumable } from '../../platform/files/resumable/serve-resumable.ts';
import { countPublicView } from '../../platform/http/public-views.ts';
import { findImportRunByToken } from '../../platform/imports/access.ts';
import { doTakeArchive } from '../../platform/imports/actions.ts';
import { type ImportRun, takesArchive } from '../../platform/imports/import-run.ts';
import type { Services } from '../../platform/services.ts';
import { errorBodyOf, sendSessionError } from '../session/error-answers.ts';
import { SessionError } from '../session/session-errors.ts';

/** Requests for one address in a minute: as of a page. */
const MAX_REQUESTS = 600;

/**
 * Archives of teams that move in, in parts, for whoever has the token of the import's page (`Authorization: Bearer`).
 * Its whole counts against the quota of the new organization.
 */
export async function serveArchives(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services;
  app.setErrorHandler((error: Error, request, reply) => sendSessionError(config, error, request, reply));
  serveResumable(app, services, {
    path: '/api/move-in/archives',
    limitMib: config.resumableUploadLimitMib,
    async admit(request) {
      countPublicView(services, request.client.address, MAX_REQUESTS);
      return intakeOf(services, await accessRun(services, request), async () => {
        await accessRun(services, request);
      });
    },
    errorBody: (status, text, request) =>
      errorBodyOf(
        new SessionError(status === 404 ? 'not_found' : status === 413 ? 'too_large' : 'invalid_body', text),
        request.id,
      ),
  });
}

/** @throws {SessionError} `not_found`, `not_possible` when no archive is taken any more */
async function accessRun({ database }: Services, { headers }: FastifyRequest): Promise<ImportRun> {
  const token = /^Bearer (\S{1,100})$/.exec(headers.authorization ?? '')?.[1];
  const run = token === undefined ? undefined : await findImportRunByToken(database.reader, token);
  if (!run) throw new SessionError('not_found', 'There is no such import.');
  if (!takesArchive(run)) throw refusedArchive();
  return run;
}

const refusedArchive = () => new SessionError('not_possible', 'This import takes no archive any more.');

function intakeOf(services: Services, run: ImportRun, checkCaller: () => Promise<void>): ResumableIntake {
  const { organizationId } = run;
  const quota = uploadQuota(services);
  return {
    organizationId,
    owner: `import ${run.id}`,
    // The job that reads the archive judges it.
    checkMetadata: () => undefined,
    checkCaller,
    async take(file, _upload, finish) {
      const { size } = file;
      const id = await storeObjects(services, organizationId, { [ORIGINAL]: file.path });
      try {
        await services.database.transaction(
          async (tx) => {
            await finish(tx, id);
            await doStoreFile(tx, { organizationId, id, size, contentType: 'application/zip' }, quota);
            if (!(await doTakeArchive(tx, run.id, id))) throw refusedArchive();
          },
          { organizationId },
        );
      } catch (error) {
        await discardObjects(services, organizationId, id);
        throw error;
      }
    },
    present: () => JSON.stringify({ phase: 'reading' }),
    refuse: (text) => new SessionError('invalid_body', text),
    refuseQuota: () =>
      new SessionError(
        'not_possible',
        'The archive exceeds UPLOAD_QUOTA_MIB. Raise it on the server, then upload the archive again.',
      ),
    isFinal: (error) => error instanceof SessionError && error.status < 500 && error.status !== 429,
  };
}
