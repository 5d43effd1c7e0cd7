import path from 'node:path';
import { usersByIds } from '../../chat/users/access.ts';
import { ORIGINAL, objectKey } from '../../platform/files/files.ts';
import { fileStore } from '../../platform/files/open-store.ts';
import { refuseWithoutRoom } from '../../platform/files/room.ts';
import { spool } from '../../platform/files/spool.ts';
import { findImportRun } from '../../platform/imports/access.ts';
import { doFailImportRun, doNoteReport } from '../../platform/imports/actions.ts';
import { type ImportRun, MOVE_IN_QUEUE, type MoveInJob } from '../../platform/imports/import-run.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import { ArchiveError } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { ImportedElsewhere, importFailureOf, runImport } from '../run-import.ts';
import { programOf } from '../sources.ts';

const HOURS = 24;
/** A server that is killed in it takes it up again; it may be killed often. */
const RETRIES = 1000;

/** Reads an uploaded archive, and writes what was read when somebody has seen the table of it. */
export const moveIn = defineJob<MoveInJob>({
  queue: MOVE_IN_QUEUE,
  expireInSeconds: HOURS * 3600,
  retryLimit: RETRIES,
  retryDelay: 5,
  // Rendering takes a processor.
  concurrency: 1,
  async handle(services, { run: id }, signal) {
    const { database, log } = services;
    const run = await findImportRun(database.reader, id);
    if (!run || (run.phase !== 'reading' && run.phase !== 'writing')) return;
    try {
      await readOrWrite(services, run, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ImportedElsewhere) return;
      if (database.availability.report(error)) throw error;
      if (!(error instanceof ArchiveError)) log.error({ err: error, import: id }, 'an import failed');
      await database.transaction((tx) => doFailImportRun(tx, id, importFailureOf(error as Error)));
    }
  },
});

async function readOrWrite(services: Services, run: ImportRun, signal: AbortSignal): Promise<void> {
  const { organizationId, fileId, ownerUserId } = run;
  const { database, config } = services;
  const key = objectKey({ organizationId, id: fileId! }, ORIGINAL);
  await using file = await spool(
    services,
    await fileStore(services).read(key),
    config.resumableUploadLimitMib * 2 ** 20,
  );
  await using archive = await openArchive(file.path, {
    folder: path.dirname(file.path),
    checkRoom: () => refuseWithoutRoom(config),
  });
  const source = await programOf(archive, run.source).open(archive, config);
  signal.throwIfAborted();
  if (run.phase === 'reading') {
    await database.transaction((tx) => doNoteReport(tx, run, source));
    return;
  }
  const users = await usersByIds(database.reader.of(organizationId), [ownerUserId!]);
  const owner = { id: ownerUserId!, email: users.get(ownerUserId!)!.email };
  await runImport(services, source, { into: organizationId, found: async () => ({ organizationId, owner }), signal });
}
