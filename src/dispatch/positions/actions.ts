import type { Tx } from '../../platform/db/tx.ts';
import { notFound } from '../http/errors.ts';
import { mirrorDuty, saveReports } from './queries.ts';
import { type DeviceData, type PositionReport, placeable } from './report.ts';

/** Counts of what became of reported positions. */
export interface Reported {
  accepted: number;
  ignored: number;
  /** Whether the last known position is another now: only then may anything be told of where the worker is. */
  moved: boolean;
}

/**
 * Keeps reported positions, in any order and with repeats. The last known position is the newest by the device's time.
 * @throws {DispatchError} 1402 when the worker was deleted meanwhile
 */
export async function doReportPositions(
  tx: Tx,
  organizationId: string,
  workerId: string,
  reports: readonly PositionReport[],
  device: DeviceData = {},
): Promise<Reported> {
  const placed = placeable(reports, tx.now);
  const newest = placed.reduce<PositionReport | undefined>(
    (best, report) => (!best || report.time > best.time ? report : best),
    undefined,
  );
  const battery = newest?.battery ?? device.batteryLevel;
  const saved = await saveReports(tx, organizationId, workerId, placed, newest, { ...device, batteryLevel: battery });
  if (!saved) throw notFound('There is no such worker.');
  return { accepted: placed.length, ignored: reports.length - placed.length, moved: saved.moved };
}

/** Lets the search find the worker, or not any more. Called by whoever changes the duty, with the worker locked. */
export function doMirrorDuty(tx: Tx, organizationId: string, workerId: string, onDuty: boolean): Promise<void> {
  return mirrorDuty(tx, organizationId, workerId, onDuty);
}
