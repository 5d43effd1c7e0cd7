import type { Tx } from '../../platform/db/tx.ts';
import { notFound } from '../http/errors.ts';
import { type DeviceReport, mirrorDuty, type SavedReport, saveReports } from './queries.ts';
import { type DeviceData, type PositionReport, placeable } from './report.ts';

/** What a device sends at a time. */
export interface PositionBatch {
  organizationId: string;
  workerId: string;
  positions: readonly PositionReport[];
  device?: DeviceData;
  /** The report is taken once under this ID. */
  actionId?: string | null;
}

/** Counts of what became of reported positions. */
export interface Reported {
  accepted: number;
  ignored: number;
  /** Whether the last known position is another now: only then may anything be told of where the worker is. */
  moved: boolean;
}

/** A report as it is written: without what is of the future, or older than what is kept. */
export function toDeviceReport({ positions, device, actionId, ...of }: PositionBatch, now: Date): DeviceReport {
  return { ...of, reports: placeable(positions, now), device: device ?? {}, actionId: actionId ?? null };
}

/**
 * What is answered to a report.
 * @throws {DispatchError} 1402 when the worker was deleted meanwhile
 */
export function readSaved(given: PositionBatch, written: DeviceReport, saved: SavedReport | undefined): Reported {
  if (!saved) throw notFound('There is no such worker.');
  const accepted = saved.repeated ? 0 : written.reports.length;
  return { accepted, ignored: given.positions.length - accepted, moved: saved.moved };
}

/**
 * Keeps reported positions, in any order and with repeats. The last known position is the newest by the device's time.
 * @throws {DispatchError} 1402 when the worker was deleted meanwhile
 */
export async function doReportPositions(tx: Tx, report: PositionBatch): Promise<Reported> {
  const written = toDeviceReport(report, tx.now);
  return readSaved(report, written, await tx.first(saveReports([written], tx.now, 'wait')));
}

/** Lets the search find the worker, or not any more. Called by whoever changes the duty, with the worker locked. */
export function doMirrorDuty(tx: Tx, organizationId: string, workerId: string, onDuty: boolean): Promise<void> {
  return mirrorDuty(tx, organizationId, workerId, onDuty);
}
