import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { doReportPositions, type PositionBatch, type Reported } from '../positions/actions.ts';
import { reportPositions } from '../positions/writer.ts';
import { checkThresholds, doCheckThresholds } from '../thresholds/check-thresholds.ts';

/** What a worker's device sends: positions, and perhaps what it says of itself. */
export type ReportResult = Pick<PositionBatch, 'positions' | 'device' | 'actionId'>;

/** Counts for the answer. */
type Counts = Pick<Reported, 'accepted' | 'ignored'>;

/** Takes a report, and tells of what the worker has come near to. */
export async function takeReport(services: Services, caller: WorkerCaller, taken: ReportResult): Promise<Counts> {
  const { organizationId, workerId } = caller;
  const { moved, ...counts } = await reportPositions(services, { organizationId, workerId, ...taken });
  if (moved) await checkThresholds(services, caller);
  return counts;
}

/** As `takeReport`, in a transaction. */
export async function doTakeReport(
  tx: Tx,
  services: Services,
  caller: WorkerCaller,
  taken: ReportResult,
): Promise<Counts> {
  const { organizationId, workerId } = caller;
  const { moved, ...counts } = await doReportPositions(tx, { organizationId, workerId, ...taken });
  if (moved) await doCheckThresholds(tx, services, caller);
  return counts;
}
