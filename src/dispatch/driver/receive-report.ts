import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { type DeviceUpdate, doReportPositions, type ReportResult } from '../positions/actions.ts';
import { reportPositions } from '../positions/writer.ts';
import { checkThresholds, doCheckThresholds } from '../thresholds/check-thresholds.ts';

/** Update from a worker's device: positions and optionally data about the device. */
export type ReceivedUpdate = Pick<DeviceUpdate, 'positions' | 'device' | 'action'>;

/** Counts for the answer. */
type Counts = Pick<ReportResult, 'accepted' | 'ignored'>;

/** Writes a device's report, and checks the thresholds at the worker's new position. */
export async function receiveReport(
  services: Services,
  caller: WorkerCaller,
  message: ReceivedUpdate,
): Promise<Counts> {
  const { organizationId, workerId } = caller;
  const { moved, ...counts } = await reportPositions(services, { organizationId, workerId, ...message });
  if (moved) await checkThresholds(services, caller);
  return counts;
}

/** As `takeReport`, in a transaction. */
export async function doReceiveReport(
  tx: Tx,
  services: Services,
  caller: WorkerCaller,
  message: ReceivedUpdate,
): Promise<Counts> {
  const { organizationId, workerId } = caller;
  const { moved, ...counts } = await doReportPositions(tx, { organizationId, workerId, ...message });
  if (moved) await doCheckThresholds(tx, services, caller);
  return counts;
}
