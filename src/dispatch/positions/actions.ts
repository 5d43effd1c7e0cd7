import type { Tx } from '../../platform/db/tx.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { mirrorDuty } from './queries.ts';
import { type DeviceData, type PositionReport, placeable, REUSED_ACTION } from './report.ts';
import { type PositionBatch, type SavedReportRow, saveReports } from './report-queries.ts';

/** Update that a device sends in one request. */
export interface DeviceUpdate {
  organizationId: string;
  workerId: string;
  positions: readonly PositionReport[];
  device?: DeviceData;
  /** The report is written once under this ID; the fingerprint distinguishes it from another one of the same ID. */
  action?: { id: string; fingerprint: string } | undefined;
}

/** Counts of what became of reported positions. */
export interface ReportResult {
  accepted: number;
  ignored: number;
  /** Whether the last known position is another now: only then is anything emitted about where the worker is. */
  moved: boolean;
}

/** A report as it is written: without what is of the future, or older than what is kept. */
export function toPositionBatch({ positions, device, action, ...of }: DeviceUpdate, now: Date): PositionBatch {
  return { ...of, reports: placeable(positions, now), device: device ?? {}, action };
}

/**
 * Returns the answer to a report.
 * @throws {DispatchError} 1402 when the worker was deleted meanwhile, 1000 when its action ID stands for another report
 */
export function readSaved(
  given: DeviceUpdate,
  written: PositionBatch,
  saved: SavedReportRow | undefined,
): ReportResult {
  if (!saved) throw notFound('There is no such worker.');
  if (saved.reused) throw invalidValue(REUSED_ACTION);
  const accepted = saved.repeated ? 0 : written.reports.length;
  return { accepted, ignored: given.positions.length - accepted, moved: saved.moved };
}

/**
 * Keeps reported positions, in any order and with repeats. The last known position is the newest by the device's time.
 * @throws {DispatchError} 1402 when the worker was deleted meanwhile
 */
export async function doReportPositions(tx: Tx, report: DeviceUpdate): Promise<ReportResult> {
  const written = toPositionBatch(report, tx.now);
  return readSaved(report, written, await tx.first(saveReports([written], tx.now, 'wait')));
}

/** Lets the search find the worker, or not any more. Called by whoever changes the duty, with the worker locked. */
export function doMirrorDuty(tx: Tx, workerId: string, onDuty: boolean): Promise<void> {
  return mirrorDuty(tx, workerId, onDuty);
}
