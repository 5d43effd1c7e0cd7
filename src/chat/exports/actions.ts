import type { Tx } from '../../platform/db/tx.ts';
import { doForgetFiles } from '../../platform/files/files.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import { type ExportType, MAX_EXPORTS_PER_WEEK, presentExport } from './export.ts';
import { EXPORT_QUEUE, type ExportJob } from './export-queue.ts';
import { exportUrl } from './export-url.ts';
import { countSince, deleteOldExports, findExport, insertExport, loadExports, markDeleted } from './queries.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Has an export made in the background.
 * @throws {ChatError} `BAD_REQUEST` when there were too many this week
 */
export async function doRequestExport(
  tx: Tx,
  services: Services,
  { organizationId, userId }: { organizationId: string; userId: number },
  exportType: ExportType,
): Promise<number> {
  // Two simultaneous requests: the second counts the first.
  await tx.position();
  if ((await countSince(tx, new Date(tx.now.getTime() - WEEK_MS))) >= MAX_EXPORTS_PER_WEEK)
    throw badRequest('Exceeded rate limit.');
  const id = await insertExport(tx, userId, exportType);
  const data: ExportJob = { organizationId, id };
  tx.enqueue({ queue: EXPORT_QUEUE, data });
  tx.audit(
    {
      organizationId,
      action: 'export.requested',
      object: { kind: 'export', id: String(id), name: null },
      details: { exportType: { to: exportType } },
    },
    { event: 'export', organization: organizationId, subject: String(userId), export: String(id), exportType },
  );
  await emitExports(tx, services);
  return id;
}

/** @throws {ChatError} `BAD_REQUEST` when there is nothing to delete */
export async function doDeleteExport(tx: Tx, services: Services, id: number): Promise<void> {
  const { organizationId } = tx;

  await tx.position();
  const found = await findExport(tx, id);
  if (!found) throw badRequest('Invalid data export ID');
  if (found.deletedAt) throw badRequest('Export already deleted');
  if (found.hasFailed) throw badRequest('Export failed, nothing to delete');
  if (!found.fileId) throw badRequest('Export still in progress');
  await markDeleted(tx, id);
  tx.audit({ organizationId, action: 'export.deleted', object: { kind: 'export', id: String(id), name: null } });
  await doForgetFiles(tx, organizationId, [found.fileId]);
  await emitExports(tx, services);
}

/** Forgets what was asked for before a time, with the files, whatever became of it. */
export async function doForgetExports(tx: Tx, services: Services, before: Date): Promise<void> {
  await tx.position();
  const fileIds = await deleteOldExports(tx, before);
  await doForgetFiles(tx, tx.organizationId, fileIds);
  await emitExports(tx, services);
}

/** Tells administrators of all exports. The addresses in it ask for sign-in: the log keeps no way around it. */
export async function emitExports(tx: Tx, services: Services): Promise<void> {
  const { organizationId } = tx;

  const url = await organizationUrl(services, organizationId);
  const exports = (await loadExports(tx)).map((each) => presentExport(each, exportUrl(url, organizationId, each.id)));
  emitChatEvent(tx, organizationId, ['administrators'], { type: 'realm_export', exports }, { state: false });
}
