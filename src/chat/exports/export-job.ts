import { discardObjects, doStoreFile, ORIGINAL, storeObjects } from '../../platform/files/files.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import { emitExports } from './actions.ts';
import { ExportType } from './export.ts';
import { EXPORT_QUEUE, type ExportJob } from './export-queue.ts';
import { endExport, findExport, loadConsents } from './queries.ts';
import { writeExport } from './write-export.ts';

const HOURS = 6;

/** Writes an export. One whose process died is begun anew; what it left is swept. */
export const makeExport = defineJob<ExportJob>({
  queue: EXPORT_QUEUE,
  expireInSeconds: HOURS * 3600,
  retryLimit: 3,
  retryDelay: 10,
  // Large ones are slow, and nobody waits before the screen.
  concurrency: 2,
  // An export may take hours.
  turns: { atOnceOfOne: 1 },
  async handle(services, { organizationId, id }, signal) {
    const { database, log } = services;
    const wanted = await findExport(database.reader.of(organizationId), id);
    if (!wanted || wanted.endedAt) return;
    try {
      await write(services, organizationId, wanted, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (database.availability.report(error)) throw error;
      log.error({ err: error, organizationId, export: id }, 'an export failed');
      await end(services, organizationId, id, null);
    }
  },
});

async function write(
  services: Services,
  organizationId: string,
  { id, exportType }: { id: number; exportType: ExportType },
  signal: AbortSignal,
): Promise<void> {
  const { reader } = services.database;
  const consents = exportType === ExportType.withConsent ? await loadConsents(reader.of(organizationId)) : [];
  const consentingIds = consents.filter(({ consented }) => consented).map(({ userId }) => userId);
  await using file = await writeExport(services, { organizationId, consentingIds }, signal);
  const fileId = await storeObjects(services, organizationId, { [ORIGINAL]: file.path });
  if (!(await end(services, organizationId, id, { id: fileId, size: file.size })))
    await discardObjects(services, organizationId, fileId);
}

/** @returns whether it was under way until now */
function end(
  services: Services,
  organizationId: string,
  id: number,
  file: { id: string; size: number } | null,
): Promise<boolean> {
  return services.database.transaction(
    async (tx) => {
      if (!(await endExport(tx, id, file))) return false;
      // An export is the organization's own copy of what it has, so the quota does not stand against it.
      if (file) await doStoreFile(tx, { organizationId, ...file, contentType: 'application/gzip' }, undefined);
      await emitExports(tx, services);
      return true;
    },
    { organizationId },
  );
}
